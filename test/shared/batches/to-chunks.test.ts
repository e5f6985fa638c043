import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toChunks } from "../../../shared/batches/chunks/to-chunks.store.ts";
import { toRequestedPayments } from "../../../shared/batches/payment-batch.ts";
import { fitsOneItem } from "../../../shared/dynamodb/item-size.ts";
import {
	paymentMaxBytes,
	toStoredPayment,
} from "../../../shared/invoices/item/payments.store.ts";
import { anyText } from "../../support/any-text.ts";
import { propertySeed } from "../../support/property-seed.ts";

const payer = { userId: "u-1", idempotencyKey: "k".repeat(256) };

const bytesMax = 300 * 1_024;
/** What a payment without texts of its own is counted with, besides its slug. */
const paymentBytes = paymentMaxBytes({
	...payer,
	utr: undefined,
	narration: undefined,
});

const chunksOf = (
	resources: { slug: string; utr?: string; narration?: string }[],
) =>
	toChunks(
		resources.map((resource, position) => ({
			amount: 1,
			position,
			...resource,
		})),
		payer,
	);

const many = (count: number, resource: { slug?: string; narration?: string }) =>
	Array.from({ length: count }, (_, index) => ({
		slug: `inv-${index}`,
		...resource,
	}));

describe("chunks", () => {
	it("have at most 100 resources, in request order", () => {
		const chunks = chunksOf(many(250, {}));
		expect(chunks.map(({ length }) => length)).toEqual([100, 100, 50]);
		expect(chunks.flat().map(({ position }) => position)).toEqual(
			Array.from({ length: 250 }, (_, position) => position),
		);
	});

	it("have at most 300 KB, as payments are stored", () => {
		const chunks = chunksOf(many(250, { narration: "😀".repeat(500) }));
		// Some 2.5 KB each, with a key of 256 bytes and all that is not free text.
		for (const { length } of chunks) expect(length).toBeLessThanOrEqual(123);
		expect(chunks.length).toBeGreaterThan(2);
		const long = chunksOf(
			many(101, { slug: "s".repeat(100 * 1_024) }).map(({ slug }, index) => ({
				slug: `${slug}${index}`,
			})),
		);
		expect(long.map(({ length }) => length)).toEqual([
			...Array.from({ length: 50 }, () => 2),
			1,
		]);
	});

	it("batches: all occurrences of one slug are in one chunk, even more than 100", () => {
		const chunks = chunksOf([
			...many(60, {}),
			...many(150, { slug: "often" }),
			...many(80, {}),
		]);
		// The first 60 of the last 80 go into the chunk that already has their slugs.
		expect(chunks.map(({ length }) => length)).toEqual([100, 20, 150, 20]);
		expect(new Set(chunks[2]?.map(({ slug }) => slug))).toEqual(
			new Set(["often"]),
		);
	});

	it("take payments of exactly 300 KB, together or of one invoice, and not a byte more", () => {
		const slugOf = (first: string, bytes: number) =>
			first.padEnd(bytes - paymentBytes, "s");
		const lengthsOf = (...slugs: string[]) =>
			chunksOf(slugs.map((slug) => ({ slug }))).map(({ length }) => length);
		const half = slugOf("a", bytesMax / 2);
		expect(lengthsOf(half, slugOf("b", bytesMax / 2))).toEqual([2]);
		expect(lengthsOf(half, slugOf("b", bytesMax / 2 + 1))).toEqual([1, 1]);
		expect(lengthsOf(slugOf("a", bytesMax))).toEqual([1]);
		expect(() => lengthsOf(slugOf("a", bytesMax + 1))).toThrow("/resources/0");
		// A slug is counted in bytes, and so are a payment's texts.
		expect(() => lengthsOf("é".repeat(bytesMax / 2))).toThrow("/resources/0");
		const almost = slugOf("a", bytesMax - 1);
		expect(() => chunksOf([{ slug: almost, utr: "é" }])).toThrow(
			"/resources/0",
		);
		expect(() => chunksOf([{ slug: almost, narration: "é" }])).toThrow(
			"/resources/0",
		);
	});

	it("contain their payments in request order, even if the payments of several invoices alternate", () => {
		const slugs = ["a", "b", "a", "c", "b"];
		const [chunk] = chunksOf(slugs.map((slug) => ({ slug })));
		expect(chunk?.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
		expect(chunk?.map(({ slug }) => slug)).toEqual(slugs);
	});

	it("batches: resources of one invoice above 300 KB are a 400 with the pointer of the first one too many", () => {
		const fitting = many(500, { slug: "inv-0" });
		expect(() => chunksOf(fitting)).not.toThrow();
		expect(() => chunksOf([...many(5, {}), ...fitting, ...fitting])).toThrow(
			/^Validation failed: \/resources\/5\d\d must NOT/,
		);
		expect(() => chunksOf([{ slug: "s".repeat(301 * 1_024) }])).toThrow(
			"/resources/0",
		);
	});
});

const resources = fc.array(
	fc.record(
		{
			slug: fc.oneof(
				fc.constantFrom("a", "b", "c"),
				anyText({ maxLength: 40 }),
			),
			amount: fc.double({ min: 1e-20, max: 9e14, noNaN: true }),
			utr: anyText({ maxLength: 64 }),
			narration: anyText({ maxLength: 500 }),
			paymentDate: fc.constantFrom("2026-01-01"),
		},
		{ requiredKeys: ["slug", "amount"] },
	),
	{ minLength: 1, maxLength: 400 },
);

const batch = {
	organizationId: "acme",
	bulkActionSlug: "01M7YRRT801SBRXJ1F8V4DQ035",
	userId: payer.userId,
	keyId: "key_0123456789abcdef",
	idempotencyKey: payer.idempotencyKey,
	defaultPaymentDate: "2026-01-01",
};

describe("for any resources", () => {
	it("each is in exactly one chunk, none of the limits is exceeded, and no slug is in two", () => {
		fc.assert(
			fc.property(resources, (sent) => {
				const chunks = toChunks(
					sent.map((resource, position) => ({ ...resource, position })),
					payer,
				);
				const positions = chunks.flat().map(({ position }) => position);
				expect(positions.toSorted((a, b) => a - b)).toEqual([...sent.keys()]);
				const slugs = chunks.map(
					(chunk) => new Set(chunk.map(({ slug }) => slug)),
				);
				const distinct = new Set(sent.map(({ slug }) => slug));
				expect(slugs.reduce((sum, { size }) => sum + size, 0)).toBe(
					distinct.size,
				);
				for (const [index, chunk] of chunks.entries()) {
					expect(chunk.length <= 100 || slugs[index]?.size === 1).toBe(true);
				}
			}),
			{ seed: propertySeed, numRuns: 50 },
		);
	});

	it("a payment is stored in no more bytes than it was counted with", () => {
		fc.assert(
			fc.property(resources, (sent) => {
				for (const { payment } of toRequestedPayments(
					// The rest of a batch has no part in its payments.
					batch as Parameters<typeof toRequestedPayments>[0],
					sent.map((resource, position) => ({ ...resource, position })),
					"2026-01-01T00:00:00.000Z",
				)) {
					const stored = toStoredPayment(payment);
					const room = 399 * 1_024 - paymentMaxBytes(payment);
					const ballast = new Uint8Array(room - "ballast".length - 4);
					expect(fitsOneItem({ ...stored, ballast })).toBe(true);
				}
			}),
			{ seed: propertySeed, numRuns: 20 },
		);
	});
});
