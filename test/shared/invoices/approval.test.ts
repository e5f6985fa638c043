import { beforeEach, expect, it } from "vitest";
import { acme } from "../../support/acme.ts";
import {
	acmeWithVendors,
	createInvoice,
	patchInvoice,
	payInvoice,
} from "../../support/created-invoices.ts";
import { paymentsOf, reverse } from "../../support/reversals.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";
import { admin, exported } from "../../tools/operator/exported.ts";

const world = useWorld(acmeWithVendors);
const at = (minute: number) => new Date(testNow.getTime() + minute * 60_000);
let minute: number;
beforeEach(() => {
	minute = 0;
});

const noApproval = { approvedAt: null, approvedBy: null };
const byAdmin = (when: number) => ({
	approvedAt: at(when).toISOString(),
	approvedBy: admin,
});
const byFile = (when: number) => ({
	approvedAt: at(when).toISOString(),
	approvedBy: null,
});

/** The approval in the record, which the export has too. */
async function approvalOf(id: string) {
	const { body } = await world.get(`/v1.0/invoice/${id}`);
	const { approvedAt, approvedBy } = body.data;
	const { invoices } = await exported(world);
	expect(
		invoices.find(({ slug }: { slug: string }) => slug === id),
	).toMatchObject({ approvedAt, approvedBy });
	return { approvedAt, approvedBy };
}

/** Sets the state a minute later. */
async function patched(id: string, state: string) {
	world.time.now = at(++minute);
	expect(await patchInvoice(world, id, { state })).toMatchObject({
		status: 200,
	});
	return approvalOf(id);
}

/** Imports the state a minute later. */
async function imported(slug: string, state: string, more: object = {}) {
	world.time.now = at(++minute);
	const entry = { slug, vendorId: "v-1", state, amount: 100, ...more };
	await world.import(acme({ invoices: [entry] }));
	return approvalOf(slug);
}

it("R10: an invoice that is created as APPROVED has both", async () => {
	const id = await createInvoice(world, { state: "APPROVED" });
	expect(await approvalOf(id)).toEqual(byAdmin(0));
});

it("R10: approving sets both, voiding keeps them, reopening sets them to null", async () => {
	const id = await createInvoice(world);
	expect(await approvalOf(id)).toEqual(noApproval);
	expect(await patched(id, "APPROVED")).toEqual(byAdmin(1));
	expect(await patched(id, "APPROVED")).toEqual(byAdmin(1));
	expect(await patched(id, "VOID")).toEqual(byAdmin(1));
	expect(await patched(id, "DRAFTED")).toEqual(noApproval);
	expect(await patched(id, "APPROVED")).toEqual(byAdmin(5));
});

it("R10: a payment and its reversal do not change them", async () => {
	const slug = await createInvoice(world, { state: "APPROVED" });
	world.time.now = at(1);
	expect(await payInvoice(world, slug, 1)).toMatchObject({ status: "DONE" });
	expect(await approvalOf(slug)).toEqual(byAdmin(0));
	const [{ id: paymentId }] = await paymentsOf(world, slug);
	world.time.now = at(2);
	await reverse(world, { slug, paymentId });
	expect(await approvalOf(slug)).toEqual(byAdmin(0));
});

it("R10: a file that makes an invoice APPROVED sets the time of the import, and nobody", async () => {
	expect(await imported("new", "APPROVED")).toEqual(byFile(1));
	expect(await imported("new", "APPROVED", { description: "Steel" })).toEqual(
		byFile(1),
	);
	expect(await imported("draft", "DRAFTED")).toEqual(noApproval);
	expect(await imported("draft", "APPROVED")).toEqual(byFile(4));
});

it.each(["DRAFTED", "VOID", "PENDING"])(
	"R10: a file that makes an APPROVED invoice %s sets both to null",
	async (state) => {
		const id = await createInvoice(world, { state: "APPROVED" });
		expect(await imported(id, "APPROVED", { amount: 7 })).toEqual(byAdmin(0));
		expect(await imported(id, state)).toEqual(noApproval);
	},
);
