import { beforeEach, expect, it } from "vitest";
import { permissions } from "../../../../shared/organizations/organization.ts";
import {
	lockInvoice,
	unlockInvoice,
} from "../../../../tools/operator/invoices/lock-invoice.ts";
import type { OrganizationFile } from "../../../../tools/organization-files/schema.ts";
import { acme } from "../../../support/acme.ts";
import {
	acmeWithVendors,
	createInvoice,
	patchInvoice,
	payInvoice,
	storedInvoice,
} from "../../../support/created-invoices.ts";
import { pay } from "../../../support/pay.ts";
import {
	paymentsOf,
	reverse,
	wrongInvoice,
} from "../../../support/reversals.ts";
import { useWorld } from "../../../support/use-world.ts";
import { testNow } from "../../../support/world.ts";

const withOther = (additions: Partial<OrganizationFile> = {}) =>
	acmeWithVendors({
		users: [...acme().users, { id: "u-other", name: "Other", role: "ADMIN" }],
		apiKeys: [
			...acme().apiKeys,
			{
				key: "other-key",
				name: "Other",
				userId: "u-other",
				permissions: [...permissions],
			},
		],
		...additions,
	});

const world = useWorld(withOther);
let slug: string;
beforeEach(async () => {
	slug = await createInvoice(world, { state: "APPROVED" });
});

const caller = { userId: "u-admin" };
const at = (minute: number) => new Date(testNow.getTime() + minute * 60_000);
const justAfter = (minute: number, updatedBy: object | null) => ({
	updatedAt: new Date(at(minute).getTime() + 1).toISOString(),
	updatedBy,
});
const lastChange = async () => {
	const { updatedAt, updatedBy } = await storedInvoice(world, slug);
	return { updatedAt, updatedBy };
};

it("R1: updatedAt equals createdAt until the first change", async () => {
	expect(await lastChange()).toMatchObject({
		updatedAt: testNow.toISOString(),
		updatedBy: caller,
	});
});

it("R1: the latest of payments and other changes counts", async () => {
	world.time.now = at(1);
	await payInvoice(world, slug, 1);
	expect(await lastChange()).toMatchObject({ updatedAt: at(1).toISOString() });
	await lockInvoice(
		world.table,
		{ organizationId: "acme", slug },
		{ milliseconds: 1, now: at(2) },
	);
	expect(await lastChange()).toEqual({
		updatedAt: at(2).toISOString(),
		updatedBy: null,
	});
	world.time.now = at(3);
	await payInvoice(world, slug, 1);
	expect(await lastChange()).toMatchObject({
		updatedAt: at(3).toISOString(),
		updatedBy: caller,
	});
	// It read its function's clock before it was delayed.
	world.time.now = at(2.5);
	await payInvoice(world, slug, 1);
	expect(await lastChange()).toMatchObject({ updatedAt: at(3).toISOString() });
	await unlockInvoice(world.table, { organizationId: "acme", slug }, at(4));
	expect(await lastChange()).toMatchObject({ updatedBy: null });
});

it("R1: updatedAt does not go back with a reversal whose function's clock is behind", async () => {
	for (let payment = 0; payment < 2; payment++)
		await payInvoice(world, slug, 1);
	const [one, two] = await paymentsOf(world, slug);
	for (const [minute, { id: paymentId }] of [
		[5, one],
		[3, two],
	]) {
		world.time.now = at(minute);
		expect((await reverse(world, { slug, paymentId })).status).toBe(200);
	}
	// What is stored next to it stays.
	expect(await storedInvoice(world, slug)).toMatchObject({
		invoiceNumber: "N-1",
		invoiceDate: "2026-11-01",
		currency: "INR",
		createdAt: testNow.toISOString(),
		createdBy: caller,
		updatedAt: at(5).toISOString(),
	});
});

it("R1: of a change and two payments of the same instant, the latest payment is the last change", async () => {
	const invoice = { organizationId: "acme", slug };
	await lockInvoice(world.table, invoice, { milliseconds: 0, now: testNow });
	expect(await lastChange()).toMatchObject({ updatedBy: null });
	await payInvoice(world, slug, 1);
	expect(await lastChange()).toMatchObject({ updatedBy: caller });
	await pay(world, [{ slug, amount: 1 }], { key: "other-key" });
	expect(await lastChange()).toMatchObject({
		updatedBy: { userId: "u-other" },
	});
});

it("R1: updatedAt does not go back with a lock or an import of a machine whose clock is behind", async () => {
	const invoice = { organizationId: "acme", slug };
	await lockInvoice(world.table, invoice, { milliseconds: 1, now: at(5) });
	await unlockInvoice(world.table, invoice, at(3));
	expect(await lastChange()).toMatchObject({ updatedAt: at(5).toISOString() });
	world.time.now = at(4);
	await world.import(
		acmeWithVendors({
			invoices: [{ slug, vendorId: "v-1", state: "PENDING", amount: 100 }],
		}),
	);
	expect(await lastChange()).toEqual({
		updatedAt: at(5).toISOString(),
		updatedBy: null,
	});
});

it.each([
	["patch", () => patchInvoice(world, slug, { state: "VOID" })],
	[
		"reversal",
		async () => {
			world.time.now = at(1);
			await payInvoice(world, slug, 1);
			world.time.now = at(3);
			const [{ id: paymentId }] = await paymentsOf(world, slug);
			await reverse(world, { slug, paymentId });
		},
	],
])(
	"R1: updatedAt is not before createdAt after a %s, the first change, whose function's clock is behind",
	async (_, change) => {
		slug = "imported";
		const invoice = { slug, state: "APPROVED", amount: 5 };
		world.time.now = at(5);
		await world.import(acmeWithVendors({ invoices: [invoice] }));
		world.time.now = at(3);
		await change();
		expect(await lastChange()).toMatchObject({
			updatedAt: at(5).toISOString(),
			updatedBy: caller,
		});
	},
);

it("R1: the latest of the payments that were moved to pages still is the last change, until a later one", async () => {
	const narration = "😀".repeat(500);
	const resources = Array.from({ length: 5 }, () => ({
		...{ slug, amount: 1, narration },
	}));
	// A page of the first three, and one of the others.
	for (const minute of [1, 15, 2, 3, 4, 5]) {
		world.time.now = at(minute);
		await pay(world, resources);
	}
	// Refused, after room was made for it.
	await payInvoice(world, slug, 1_000);
	expect(await storedInvoice(world, slug)).toMatchObject({
		payments: 0,
		due: "70",
		updatedAt: at(15).toISOString(),
		updatedBy: caller,
	});
	const invoice = { organizationId: "acme", slug };
	await lockInvoice(world.table, invoice, { milliseconds: 1, now: at(6) });
	expect(await lastChange()).toEqual(justAfter(15, null));
});

const reverseAsOther = async () => {
	const [{ id: paymentId }] = await paymentsOf(world, slug);
	await reverse(world, { slug, paymentId }, wrongInvoice, { key: "other-key" });
};
const setState = (state: string) =>
	world.import(
		withOther({ invoices: [{ slug, vendorId: "v-1", state, amount: 100 }] }),
	);
const draftAndPatch = async () => {
	await setState("DRAFTED");
	const patch = { description: "Paper" };
	await patchInvoice(world, slug, patch, { key: "other-key" });
};
it.each([
	["a reversal", reverseAsOther, { userId: "u-other" }],
	["a patch", draftAndPatch, { userId: "u-other" }],
	["an import", () => setState("PENDING"), null],
	[
		"a lock",
		() =>
			lockInvoice(
				world.table,
				{ organizationId: "acme", slug },
				{ milliseconds: 1, now: world.time.now },
			),
		null,
	],
])(
	"R1: %s after a payment whose function's clock is ahead is the last change",
	async (_, change, by) => {
		world.time.now = at(5);
		await payInvoice(world, slug, 1);
		world.time.now = at(3);
		await change();
		expect(await lastChange()).toMatchObject(justAfter(5, by));
	},
);

it("R1: an invoice of an organization file was last changed by nobody, and after a patch by whoever patched it", async () => {
	slug = "imported";
	await world.import(
		acmeWithVendors({ invoices: [{ slug, state: "DRAFTED", amount: 5 }] }),
	);
	expect(await lastChange()).toMatchObject({ updatedBy: null });
	world.time.now = at(5);
	await patchInvoice(world, slug, { amount: 6 });
	expect(await lastChange()).toMatchObject({
		updatedAt: at(5).toISOString(),
		updatedBy: caller,
	});
});
