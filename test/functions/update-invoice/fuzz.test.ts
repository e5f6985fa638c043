import fc from "fast-check";
import { expect, it } from "vitest";
import {
	acmeWithVendors,
	createInvoices,
	patchInvoice,
	storedInvoice,
} from "../../support/created-invoices.ts";
import { propertySeed } from "../../support/property-seed.ts";
import { useSharedWorld } from "../../support/use-world.ts";

const world = useSharedWorld(acmeWithVendors);

const text = fc.oneof(
	fc.string({ unit: "binary", maxLength: 140 }),
	fc.constantFrom("__proto__", "constructor", "#", "", "ORG#acme", "\u0000"),
);
const figure = fc.oneof(
	fc.double(),
	fc.integer(),
	fc.constantFrom(0, -0, 1e-20, 1e15 - 1, 1e15, 5e-324, 0.1 + 0.2),
);
/** Now right, now of another kind altogether. */
const mostly = <Value>(right: fc.Arbitrary<Value>) =>
	fc.oneof(
		{ weight: 8, arbitrary: right },
		{ weight: 1, arbitrary: fc.oneof(text, figure, fc.jsonValue()) },
	);
const date = fc.constantFrom("2026-11-01", "2026-12-01", "2027-01-01");
const properties = {
	amount: mostly(fc.oneof(fc.constantFrom(10, 0.1, 99.99), figure)),
	invoiceDate: mostly(date),
	dueDate: mostly(date),
	currency: mostly(fc.constantFrom("INR", "USD", "EUR")),
	description: mostly(fc.string({ minLength: 1 })),
};
const entries = fc.record(
	{
		...properties,
		invoiceNumber: mostly(fc.constantFrom("A", "a", "B", "C", "D")),
		vendorId: mostly(fc.constantFrom("v-1", "v-2", "v-3")),
		state: mostly(fc.constantFrom("DRAFTED", "APPROVED")),
	},
	{ requiredKeys: ["amount", "invoiceDate", "invoiceNumber", "vendorId"] },
);
const patches = fc.record(
	{
		...properties,
		dueDate: mostly(fc.option(date)),
		description: mostly(fc.option(fc.string({ minLength: 1 }))),
		state: mostly(fc.constantFrom("DRAFTED", "APPROVED", "VOID")),
	},
	{ requiredKeys: [] },
);

const refused = {
	ok: false,
	error: { code: expect.any(String), message: expect.any(String) },
};

it("R5: whatever is sent, a creation answers each entry or is a 400, and no number has two invoices", async () => {
	const known = new Map<string, string>();
	const requests = fc.array(entries, { minLength: 1, maxLength: 6 });
	await fc.assert(
		fc.asyncProperty(requests, async (invoices) => {
			const { status, body } = await createInvoices(world, invoices);
			if (status !== 200) {
				expect({ status, body }).toEqual({ status: 400, body: refused });
				return;
			}
			const { created, failed } = body.data;
			expect(created.length + failed.length).toBe(invoices.length);
			for (const { id, vendorId, invoiceNumber } of created) {
				const number = JSON.stringify([vendorId, invoiceNumber.toLowerCase()]);
				expect(known.has(number)).toBe(false);
				known.set(number, id);
			}
		}),
		{ seed: propertySeed, numRuns: 200 },
	);
	expect(known.size).toBeGreaterThan(4);
});

it("R5: whatever is sent, a patch is a 200, or refused and changes nothing; due stays within amount", async () => {
	const { body } = await createInvoices(world, [
		{
			invoiceNumber: "patched",
			vendorId: "v-1",
			amount: 10,
			invoiceDate: "2026-11-01",
		},
	]);
	const { id } = body.data.created[0];
	const statuses = new Set<number>();
	await fc.assert(
		fc.asyncProperty(patches, async (patch) => {
			const before = await storedInvoice(world, id);
			const answer = await patchInvoice(world, id, patch);
			const after = await storedInvoice(world, id);
			statuses.add(answer.status);
			expect(after.due).toBe(after.amount);
			if (answer.status === 200) {
				const { state, version } = after;
				expect(answer.body.data).toEqual({ id, state, version });
				return;
			}
			expect([400, 409]).toContain(answer.status);
			expect(answer.body).toEqual(refused);
			expect(after).toEqual(before);
		}),
		{ seed: propertySeed, numRuns: 300 },
	);
	expect([...statuses].sort()).toEqual([200, 400, 409]);
});
