import { describe, expect, it } from "vitest";
import type { ClientContext } from "../../client/src/client-context.ts";
import type { Payment } from "../../client/src/generated/openapi.ts";
import { findRecorded } from "../../client/src/payments/find-recorded.ts";

const attempt = { idempotencyKey: "k", firstSentAt: null };
const payment = (amount: number, utr: string | null = null, key = "k") => ({
	...{ amount, utr, bulkActionSlug: null },
	idempotencyKey: key,
});

/** A service with one invoice, whose payments come one to a page. */
function contextOf(payments: readonly Partial<Payment>[]) {
	let now = 0;
	const readAt: number[] = [];
	const context: ClientContext = {
		sendOnce: () => Promise.reject(new Error("Nothing is to be sent")),
		sendRepeatedly: async ({ query }) => {
			readAt.push(now);
			const cursor = Number(
				new URLSearchParams({ ...query }).get("cursor") ?? 0,
			);
			const isLast = cursor >= payments.length - 1;
			const data = {
				items: payments.slice(cursor, cursor + 1),
				nextCursor: isLast ? null : String(cursor + 1),
			};
			return {
				...{ status: 200, body: { ok: true, data }, headers: new Headers() },
				...{ requestId: null, retryAfterMs: null },
			};
		},
		timing: {
			now: () => now,
			random: () => 1,
			async sleep(milliseconds) {
				now += milliseconds;
			},
		},
		unusedSince: new Map(),
	};
	return { context, readAt };
}

const find = async (
	resources: { slug: string; amount: number; utr?: string }[],
	payments: readonly Partial<Payment>[],
) => {
	const { context } = contextOf(payments);
	const found = await findRecorded(context, { resources, attempt });
	return found.map(({ state }) => state);
};

describe("a request is looked up in the payments of its invoices", () => {
	const resource = { slug: "i", amount: 0.1 + 0.2 };

	it("by key, amount and UTR", async () => {
		expect(await find([resource], [payment(0.3)])).toEqual(["RECORDED"]);
		expect(
			await find([{ ...resource, utr: "U" }], [payment(0.3, "U")]),
		).toEqual(["RECORDED"]);
		expect(await find([resource], [payment(0.3, null, "other")])).toEqual([
			"NOT_RECORDED",
		]);
	});

	it("each payment once, though two resources are the same object", async () => {
		expect(await find([resource, resource], [payment(0.3)])).toEqual([
			"RECORDED",
			"NOT_RECORDED",
		]);
	});

	it("with its own payment among those that are alike: the oldest is that of the first resource", async () => {
		const alike = ["latest", "second", "first"].map((id) => ({
			...payment(0.3),
			id,
		}));
		const { context } = contextOf(alike);
		const resources = [resource, resource, resource];
		const found = await findRecorded(context, { resources, attempt });
		expect(found.map(({ paymentId }) => paymentId)).toEqual([
			"first",
			"second",
			"latest",
		]);
	});

	it("unclear if a payment of its key has another amount or UTR", async () => {
		for (const other of [payment(0.4), payment(0.3, "U")])
			expect(await find([resource, resource], [payment(0.3), other])).toEqual([
				"UNCLEAR",
				"UNCLEAR",
			]);
	});

	it("without a read for an empty slug: no invoice has it, and its path is another one", async () => {
		const { context, readAt } = contextOf([payment(1)]);
		const resources = [{ slug: "", amount: 1 }];
		expect(await findRecorded(context, { resources, attempt })).toMatchObject([
			{ state: "NOT_RECORDED" },
		]);
		expect(readAt).toEqual([]);
	});

	it("with at most 50 reads a second, pages included", async () => {
		const { context, readAt } = contextOf([1, 2, 3].map((one) => payment(one)));
		const resources = ["i", "j"].map((slug) => ({ slug, amount: 1 }));
		await findRecorded(context, { resources, attempt });
		expect(readAt).toEqual([0, 20, 40, 60, 80, 100]);
	});
});
