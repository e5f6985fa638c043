import { expect, it } from "vitest";
import { findInvoices } from "../../../shared/invoices/invoices.store.ts";
import { toDecimal } from "../../../shared/money/decimal.ts";
import { fencePostings } from "../../../shared/payments/fence-postings.store.ts";
import type { InvoicePosting } from "../../../shared/payments/payment-plan.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { invoiceState } from "../../support/invoices.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(1) }));

/** A payment that was planned under a version and never written. */
const planned = (version: number): InvoicePosting => ({
	slug: "inv-0",
	version,
	paymentPages: 0,
	positions: [0],
	payments: [
		{
			id: "never-written",
			amount: toDecimal(1),
			utr: null,
			narration: null,
			paymentDate: "2026-11-21",
			accountingSyncState: "SKIPPED",
			createdAt: "2026-11-21T10:00:00.000Z",
			userId: "u-admin",
			keyId: null,
			idempotencyKey: null,
			batch: null,
		},
	],
});

it("a fence reports CHANGED for an invoice that does not exist, and creates none", async () => {
	const gone = { ...planned(1), slug: "gone" };
	expect(await fencePostings(world.table, "acme", [gone])).toEqual(["CHANGED"]);
	expect(await findInvoices(world.table, "acme", ["gone"])).toEqual(new Map());
});

const versionNow = async () => (await invoiceState(world, "inv-0")).version;
const fence = (version: number) =>
	fencePostings(world.table, "acme", [planned(version)]);

it("a fence raises the version that the payment was planned under", async () => {
	const version = await versionNow();
	expect(await fence(version)).toEqual(["CHANGED"]);
	expect(await versionNow()).toBe(version + 1);
});

it("a fence that comes late takes no invoice back to an earlier version", async () => {
	const version = await versionNow();
	for (let round = 0; round < 3; round++) {
		await pay(world, [{ slug: "inv-0", amount: 1 }]);
	}
	expect(await fence(version)).toEqual(["CHANGED"]);
	expect(await versionNow()).toBe(version + 3);
});
