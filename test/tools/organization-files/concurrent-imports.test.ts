import { spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { importLeaseKey } from "../../../shared/dynamodb/keys.ts";
import { disconnected } from "../../../tools/local/aws-gateway/aws-call.ts";
import {
	changeText,
	toChanges,
} from "../../../tools/organization-files/import/import-changes.ts";
import { importOrganization } from "../../../tools/organization-files/import-organization.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import {
	before,
	drop,
	heldBack,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect } from "../../support/aws-gateway/faults/faults.ts";
import {
	acmeWithVendors,
	createInvoices,
	newInvoice,
} from "../../support/created-invoices.ts";
import { pay } from "../../support/pay.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { exported } from "../operator/exported.ts";
import { loseLease, suspendedImport } from "./suspended-import.ts";

const world = useWorld(acmeWithVendors);

const org = { id: "acme" };
const leaseKey = importLeaseKey("acme");

const taxed = (
	rate: number,
	rateType: "PERCENTAGE" | "ABSOLUTE" = "PERCENTAGE",
): OrganizationFile => ({
	org,
	gstTaxes: [{ id: 1, name: "GST", rate, rateType }],
});

const invoiced = (invoiceNumber: string): OrganizationFile => ({
	org,
	invoices: [
		{
			slug: "own-slug",
			vendorId: "v-1",
			invoiceNumber,
			state: "APPROVED",
			amount: 100,
		},
	],
});

async function storedTax() {
	const { body } = await world.get("/v1.0/tax/gst");
	return body.data.items[0];
}

/** A promise, and the function that fulfils it. */
function signal() {
	let give = () => {};
	const given = new Promise<void>((resolve) => {
		give = resolve;
	});
	return { give, given };
}

/** An import whose first call that writes waits until `proceed` is called. */
async function heldImport(file: OrganizationFile) {
	const [reached, proceeding] = [signal(), signal()];
	world.gateway.faults.add({
		accessKeyId: "test",
		operation: "BatchExecuteStatement",
		times: 1,
		effect: before(async () => {
			reached.give();
			await proceeding.given;
		}),
	});
	const ended = world.import(file);
	await Promise.race([reached.given, ended]);
	return { ended, proceed: proceeding.give };
}

/** Stores a lease, as another import does. */
const storeLease = (lease: { renewals: number; host: string; pid: number }) =>
	world.table.documents.send(
		new PutCommand({
			TableName: world.table.name,
			Item: {
				...leaseKey,
				...{ importId: "other", startedAt: world.time.now.toISOString() },
				...lease,
			},
		}),
	);

/** The lease of an import on another machine. */
const renewElsewhere = (renewals: number) =>
	storeLease({ renewals, host: "another-machine", pid: 1 });

/** Acts before one call of an import. */
const beforeCall = (
	operation: string,
	act: () => unknown,
	{ skip = 0 }: { skip?: number } = {},
) =>
	world.gateway.faults.add({
		...{ accessKeyId: "test", operation, skip, times: 1 },
		effect: before(async () => void (await act())),
	});

/** So much time passes at once, by the clock of leases; no timer renews one. */
function jump(milliseconds: number) {
	const now = performance.now() + milliseconds;
	vi.spyOn(performance, "now").mockReturnValue(now);
	onTestFinished(() => void vi.restoreAllMocks());
}

function withoutTimer() {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	onTestFinished(() => void vi.useRealTimers());
}

/** The SDK repeats a call whose answer was lost. */
const twice: Effect = async (call, forward) => {
	await forward(call);
	return forward(call);
};

const isRunning = "another import of the organization is running";

describe("contract 2: two imports of one organization at once", () => {
	it("the second ends within seconds, says why, and has written nothing", async () => {
		await world.import(taxed(18));
		const first = await heldImport(taxed(5));
		const before = await tableContents(world);
		await expect(world.import(taxed(12))).rejects.toThrow(
			/^cannot be imported now: another import of the organization is running \(process \d+ on .+, since 2026-11-21T10:00:00.000Z\)\. Nothing was changed: import the file when that one has ended$/,
		);
		const after = await tableContents(world);
		// The first import renews its lease.
		const lease = `${leaseKey.pk} ${leaseKey.sk}`;
		expect(before.delete(lease) && after.delete(lease)).toBe(true);
		expect(after).toEqual(before);
		first.proceed();
		await first.ended;
		expect(await storedTax()).toMatchObject({ rate: 5 });
		expect((await tableContents(world)).has(lease)).toBe(false);
	});

	it("the second goes on when the first ends within seconds", async () => {
		const first = await heldImport(taxed(5));
		const [looked, lookedAgain] = [signal(), signal()];
		beforeCall("GetItem", looked.give);
		const second = world.import(taxed(12));
		await looked.given;
		beforeCall("DeleteItem", async () => {
			beforeCall("GetItem", lookedAgain.give, { skip: 1 });
			await Promise.race([lookedAgain.given, second]);
		});
		first.proceed();
		await Promise.all([first.ended, second]);
		expect(await storedTax()).toMatchObject({ rate: 12 });
	});

	it("the second does not take over a lease that is renewed at the last moment", async () => {
		await renewElsewhere(1);
		beforeCall("GetItem", () => jump(6_000));
		const renew = () => {
			vi.restoreAllMocks();
			return renewElsewhere(2);
		};
		beforeCall("PutItem", renew, { skip: 1 });
		beforeCall("GetItem", () => renewElsewhere(3), { skip: 1 });
		await expect(world.import(taxed(12))).rejects.toThrow(isRunning);
	});

	it("the second does not take the first for dead when another user of this machine runs it", async () => {
		const holder = { host: hostname(), pid: 1 };
		await storeLease({ renewals: 1, ...holder });
		vi.spyOn(process, "kill").mockImplementation(() => {
			throw Object.assign(new Error("kill EPERM"), { code: "EPERM" });
		});
		onTestFinished(() => void vi.restoreAllMocks());
		beforeCall("GetItem", () => storeLease({ renewals: 2, ...holder }));
		await expect(world.import(taxed(12))).rejects.toThrow(isRunning);
	});

	it("a renewal counts from its sending, however late its answer is", async () => {
		withoutTimer();
		const calls: string[] = [];
		world.gateway.faults.add({
			accessKeyId: "test",
			effect: (call, forward) => {
				const { operation } = call;
				if (!/Execute|UpdateItem/.test(operation)) return forward(call);
				// The first write and the renewal after it take long.
				if (calls.push(operation) <= 2) jump(4_000);
				return forward(call);
			},
		});
		const renamed = { id: "acme", name: "Renamed" };
		await world.import({ ...taxed(5), ...invoiced("N-1"), org: renamed });
		const write = expect.stringMatching("Execute");
		const renewal = "UpdateItem";
		expect(calls).toEqual([write, renewal, write, renewal, write]);
	});

	it("imports of two organizations do not wait for each other", async () => {
		const first = await heldImport(taxed(5));
		await world.import({ org: { id: "acme2" }, users: [] });
		first.proceed();
		await first.ended;
	});
});

describe("after the death of an import, the next one does not wait", () => {
	it.each([1, 3])("that died after %i of its calls", async (skip) => {
		const death = world.gateway.faults.add({
			accessKeyId: "test",
			skip,
			effect: drop(),
		});
		await expect(world.import(taxed(18))).rejects.toThrow();
		death.remove();
		await expectNoLook();
	});

	it.each([
		["whose process is not there any more", endedProcess()],
		["that had the id of this process, as in a container", process.pid],
	])("%s", async (_, pid) => {
		await storeLease({ renewals: 3, host: hostname(), pid });
		await expectNoLook();
	});

	it("nor does one wait for itself that has sent its lease twice", async () => {
		const operation = "PutItem";
		const lease = { accessKeyId: "test", operation, times: 1 };
		world.gateway.faults.add({ ...lease, effect: twice });
		await expectNoLook();
	});

	async function expectNoLook() {
		const looks = world.gateway.faults.add({
			accessKeyId: "test",
			operation: "GetItem",
			effect: (call, forward) => forward(call),
		});
		await world.import(taxed(5));
		expect(looks.hits).toBe(0);
		looks.remove();
		expect(await storedTax()).toMatchObject({ rate: 5 });
	}
});

/** The id of a process that has ended. */
function endedProcess(): number {
	return spawnSync(process.execPath, ["--version"]).pid;
}

/** A file in which every entry differs from that of another number. */
const everything = (number: number): OrganizationFile => {
	const name = `Name ${number}`;
	const rate = { rate: number, rateType: "PERCENTAGE" as const };
	const state = "APPROVED" as const;
	const invoice = { vendorId: "v-1", state, amount: 100 + number };
	return {
		org: { id: "acme", name },
		entities: [{ id: 1, name }],
		users: [{ id: "u-2", name, role: "MEMBER" }],
		apiKeys: [
			{ key: "late-key", name, userId: "u-2", permissions: ["vendors:read"] },
		],
		vendors: [{ id: "v-1", name }],
		gstTaxes: [{ id: 1, name, ...rate }],
		tags: [{ slug: "t", name, type: "VARCHAR" }],
		skus: [
			{ name, itemCode: "C-1" },
			{ name: "Same", itemCode: "C-2", unit: name },
		],
		purchaseOrders: [
			{ id: "po-1", poNumber: name, vendorId: "v-1", state, amount: number },
		],
		advances: [
			{
				id: "adv-1",
				vendorId: "v-1",
				state: number % 2 === 0 ? "PENDING" : "APPROVED",
				purchaseOrderLinkId: "po-1",
			},
			{ id: "adv-2", vendorId: name, state: "REJECTED" },
		],
		invoices: [
			{ ...invoice, slug: "own-slug", invoiceNumber: `N-${number}` },
			{ ...invoice, slug: "plain" },
		],
	};
};

/**
 * An import that dies while a call that writes is on the way.
 *
 * @param calls How many such calls are carried out before that one.
 * @returns Lets the call arrive; undefined: the import ended before it.
 */
async function diedOnTheWay(file: OrganizationFile, calls: number) {
	world.skipPauses();
	const late = heldBack();
	let number = 0;
	const death = world.gateway.faults.add({
		accessKeyId: "test",
		effect: async (call, forward) => {
			const isWrite = /^(BatchExecuteStatement|ExecuteTransaction)$/;
			if (number > calls) return disconnected;
			if (!isWrite.test(call.operation)) return forward(call);
			return number++ < calls ? forward(call) : late.effect(call, forward);
		},
	});
	const died = await world.import(file).then(
		() => false,
		() => true,
	);
	death.remove();
	return died ? late.land : undefined;
}

describe("contract 2: a call of an import that died changes nothing when it arrives after another import", () => {
	it("of any kind", async () => {
		let died = true;
		for (let calls = 0; died; calls++) {
			await world.reopen();
			await world.import(everything(1));
			const land = await diedOnTheWay(everything(2), calls);
			await world.import(everything(3));
			const before = await tableContents(world);
			expect(await land?.()).toBe(land && 1);
			expect(await tableContents(world)).toEqual(before);
			const { invoices, skus } = await exported(world);
			expect(invoices).toMatchObject([
				{ invoiceNumber: "N-3" },
				{ amount: 103 },
			]);
			expect(skus).toMatchObject([{ name: "Name 3" }, { unit: "Name 3" }]);
			died = land !== undefined;
		}
	});

	const renamed = (name: string, unit?: string) => ({
		org,
		skus: [{ name, itemCode: "C-1", ...(unit && { unit }) }],
	});

	async function expectNames(names: Record<string, string[]>) {
		for (const [name, itemCodes] of Object.entries(names)) {
			const { body } = await world.get("/v1.0/inventory/skus", { name });
			const found = body.data.items.map(
				({ itemCode }: { itemCode: string }) => itemCode,
			);
			expect({ name, found }).toEqual({ name, found: itemCodes });
		}
	}

	it("R3: a SKU does not lose a name that the other import has left", async () => {
		await world.import(renamed("Rod"));
		const land = await diedOnTheWay(renamed("Bar"), 0);
		await world.import(renamed("Rod", "kg"));
		await land?.();
		await expectNames({ Rod: ["C-1"], Bar: [] });
	});

	it("R3: a SKU does not get a name after it was renamed", async () => {
		await world.import(renamed("Rod"));
		const skus = [{ name: "Rod", itemCode: "C-2" }];
		await world.post("/v1.0/inventory/skus/bulk", { skus });
		const land = await diedOnTheWay(renamed("Bar"), 1);
		const pole = { name: "Pole", itemCode: "C-2" };
		await world.import({ org, skus: [...renamed("Bar").skus, pole] });
		await land?.();
		await expectNames({ Rod: [], Bar: ["C-1"], Pole: ["C-2"] });
		const names = [...(await tableContents(world)).keys()];
		expect(names.filter((key) => key.includes("#SKUNAME#"))).toHaveLength(2);
	});
});

describe("contract 2: a payment arrives during an import", () => {
	it("the invoice that it refuses is unchanged, the rest is imported, and the error says so", async () => {
		const invoice = { slug: "own-slug", vendorId: "v-1", amount: 1_000 };
		const state = "APPROVED" as const;
		await world.import({ org, invoices: [{ ...invoice, state }] });
		world.gateway.faults.add({
			accessKeyId: "test",
			operation: "BatchExecuteStatement",
			times: 1,
			effect: before(() => pay(world, [{ slug: "own-slug", amount: 600 }])),
		});
		const imported = world.import({
			org: { id: "acme", name: "Renamed" },
			users: [{ id: "u-2", name: "Two", role: "MEMBER" }],
			apiKeys: [{ key: "k-2", name: "New", userId: "u-2", permissions: [] }],
			skus: [{ name: "New" }],
			invoices: [{ ...invoice, state, due: 500 }],
		});
		await expect(imported).rejects.toThrow(
			/^\/invoices\/0\/due must be >= 600, which has been paid here\. What changed meanwhile refuses this; the rest of the file is imported$/,
		);
		const { org: renamed, apiKeys, invoices } = await exported(world);
		expect(renamed.name).toBe("Renamed");
		expect(apiKeys).toContainEqual(expect.objectContaining({ name: "New" }));
		expect(invoices).toMatchObject([{ amount: 1_000, due: 400 }]);
		const { body } = await world.get("/v1.0/inventory/skus", { name: "New" });
		expect(body.data.items).toMatchObject([{ name: "New" }]);
	});
});

describe("an import whose lease's end is not answered", () => {
	it.each([
		["and repeated", 1, twice],
		["at all", Number.POSITIVE_INFINITY, drop()],
	] satisfies [string, number, Effect][])(
		"%s has its summary",
		async (_, times, effect) => {
			world.skipPauses();
			const operation = "DeleteItem";
			world.gateway.faults.add({
				accessKeyId: "test",
				operation,
				effect,
				times,
			});
			const file = taxed(5);
			const plan = await importOrganization(world.table, file, world.time.now);
			expect(toChanges(file, plan).summary).toMatchObject({ create: 1 });
		},
	);
});

it("an import whose lease was not renewed for 6 s, and whose lease's end is not answered, ends with an error: another may have taken it over", async () => {
	withoutTimer();
	world.skipPauses();
	beforeCall("BatchExecuteStatement", () => jump(6_000));
	const operation = "DeleteItem";
	world.gateway.faults.add({ accessKeyId: "test", operation, effect: drop() });
	await expect(world.import(taxed(5))).rejects.toThrow();
});

describe("an import that is suspended until others have ended is as if it had run after them", () => {
	it("R5: an invoice's number that was replaced is free again", async () => {
		await world.import(invoiced("N-1"));
		await suspendedImport(world, invoiced("N-3"), () =>
			world.import(invoiced("N-2")),
		);
		const { invoices } = await exported(world);
		expect(invoices).toMatchObject([{ invoiceNumber: "N-3" }]);
		const { body } = await createInvoices(world, [
			newInvoice({ invoiceNumber: "N-1" }),
			newInvoice({ invoiceNumber: "N-2" }),
		]);
		expect(body.data.failed).toEqual([]);
	});

	it("guarantee 4: an order's link leads to an advance that names the order", async () => {
		const purchaseOrders = ["po-1", "po-2"].map((id) => ({
			id,
			poNumber: id,
			vendorId: "v-1",
			state: "APPROVED" as const,
			amount: 1_000,
		}));
		const advanceOn = (purchaseOrderLinkId: string): OrganizationFile => ({
			org,
			purchaseOrders,
			advances: [
				{ id: "adv-1", vendorId: "v-1", state: "PENDING", purchaseOrderLinkId },
			],
		});
		await world.import({ org, purchaseOrders });
		await expect(
			suspendedImport(world, advanceOn("po-1"), () =>
				world.import(advanceOn("po-2")),
			),
		).rejects.toThrow(
			'/advances/0/purchaseOrderLinkId must be "po-2", which the advance holds until it is imported REJECTED',
		);
		const { body } = await world.get("/v1.0/procurement/purchase-order");
		const links = body.data.items.map(
			(order: { poId: string; linkedPaymentRequestId: string | null }) => [
				order.poId,
				order.linkedPaymentRequestId,
			],
		);
		expect(links.toSorted()).toEqual([
			["po-1", null],
			["po-2", "adv-1"],
		]);
	});

	it("a tax is as one of the files describes it", async () => {
		await world.import(taxed(18));
		await suspendedImport(world, taxed(5), () =>
			world.import(taxed(18, "ABSOLUTE")),
		);
		expect(await storedTax()).toMatchObject({
			rate: 5,
			rateType: "PERCENTAGE",
		});
	});

	it("a user who is inactive in the one file is not active with the role of the other", async () => {
		const user = (role: "MEMBER" | "ADMIN", active: boolean) => ({
			org,
			users: [{ id: "u-2", name: "Two", role, active }],
		});
		await world.import(user("MEMBER", false));
		await suspendedImport(world, user("ADMIN", false), () =>
			world.import(user("MEMBER", true)),
		);
		const { users } = await exported(world);
		expect(users).toContainEqual(
			expect.objectContaining({ id: "u-2", role: "ADMIN", active: false }),
		);
	});

	it("R3: no name leads to a SKU that does not have it", async () => {
		const sku = (name: string) => ({ org, skus: [{ name, itemCode: "C-1" }] });
		await world.import(sku("Rod"));
		await suspendedImport(world, sku("Bar"), () => world.import(sku("Pole")));
		await world.post("/v1.0/inventory/skus/bulk", {
			skus: [{ name: "Pole", itemCode: "C-2" }],
		});
		const { body } = await world.get("/v1.0/inventory/skus", { name: "Pole" });
		expect(body.data.items).toMatchObject([{ name: "Pole", itemCode: "C-2" }]);
	});

	it("what it had written before is written again", async () => {
		const file = (rate: number, number: string) => ({
			...taxed(rate),
			...invoiced(number),
		});
		await world.import(file(18, "N-1"));
		await suspendedImport(
			world,
			file(5, "N-3"),
			() => world.import(file(12, "N-2")),
			1,
		);
		expect(await storedTax()).toMatchObject({ rate: 5 });
		const { invoices } = await exported(world);
		expect(invoices).toMatchObject([{ invoiceNumber: "N-3" }]);
	});

	it("also if no write of it was refused", async () => {
		const renamed = { ...taxed(5), org: { id: "acme", name: "Renamed" } };
		await suspendedImport(world, renamed, () => world.import(taxed(12)), 1);
		expect(await storedTax()).toMatchObject({ rate: 5 });
		expect((await exported(world)).org).toMatchObject({ name: "Renamed" });
	});

	it("its changes are those since it began", async () => {
		await world.import(taxed(18));
		beforeCall("BatchExecuteStatement", async () => {
			await loseLease(world, "acme");
			await world.import(taxed(12));
		});
		const file = taxed(5);
		const plan = await importOrganization(world.table, file, world.time.now);
		expect(toChanges(file, plan).changes.map(changeText)).toEqual([
			expect.stringMatching(/: rate 18 → 5$/),
		]);
	});

	it("of its old plan, it sends no further call", async () => {
		await world.import(taxed(18));
		const calls: string[] = [];
		await suspendedImport(
			world,
			{ ...taxed(5), ...invoiced("N-1") },
			async () => {
				await world.import(taxed(12));
				jump(4_000);
				world.gateway.faults.add({
					accessKeyId: "test",
					effect: (call, forward) => {
						calls.push(call.operation);
						return forward(call);
					},
				});
			},
		);
		vi.restoreAllMocks();
		// It asks for its lease, gives it up, and takes a new one.
		expect(calls.slice(0, 3)).toEqual(["UpdateItem", "DeleteItem", "PutItem"]);
		expect(await storedTax()).toMatchObject({ rate: 5 });
	});

	it("of its old plan, it begins no further transaction", async () => {
		withoutTimer();
		const sent: string[] = [];
		const lose = () => {
			jump(4_000);
			return loseLease(world, "acme");
		};
		let losing: Promise<unknown> | undefined;
		world.gateway.faults.add({
			accessKeyId: "test",
			async effect(call, forward) {
				const { operation } = call;
				if (operation === "PutItem") sent.push(operation);
				if (operation !== "ExecuteTransaction") return forward(call);
				sent.push(operation);
				losing ??= lose();
				await losing;
				return forward(call);
			},
		});
		const numbers = Array.from({ length: 12 }, (_, index) => `N-${index}`);
		const invoices = numbers.flatMap((number) =>
			(invoiced(number).invoices ?? []).map((one) => {
				return { ...one, slug: number };
			}),
		);
		await world.import({ org, invoices });
		// Ten are on their way at a time; then it takes a new lease.
		expect(sent.slice(0, 12)).toEqual([
			"PutItem",
			...Array<string>(10).fill("ExecuteTransaction"),
			"PutItem",
		]);
	});

	it("when it has written nothing before, a file with an error changes nothing", async () => {
		withoutTimer();
		const invoice = { slug: "own-slug", vendorId: "v-1", amount: 1_000 };
		const state = "APPROVED" as const;
		await world.import({ org, invoices: [{ ...invoice, state }] });
		beforeCall("BatchGetItem", () => jump(4_000));
		beforeCall("UpdateItem", async () => {
			await loseLease(world, "acme");
			await pay(world, [{ slug: "own-slug", amount: 600 }]);
		});
		const invoices = [{ ...invoice, state, due: 500 }];
		await expect(world.import({ ...taxed(5), invoices })).rejects.toThrow(
			/^\/invoices\/0\/due must be >= 600, which has been paid here$/,
		);
		expect(await storedTax()).toBeUndefined();
	});

	it("when it has written parts before, an entry that is refused by then does not keep the rest from being imported", async () => {
		withoutTimer();
		const invoice = { slug: "own-slug", vendorId: "v-1", amount: 1_000 };
		const state = "APPROVED" as const;
		await world.import({ org, invoices: [{ ...invoice, state }] });
		const file = {
			org: { id: "acme", name: "Renamed" },
			invoices: [{ ...invoice, state, due: 500 }],
		};
		const imported = suspendedImport(world, file, async () => {
			await pay(world, [{ slug: "own-slug", amount: 600 }]);
			jump(4_000);
		});
		await expect(imported).rejects.toThrow(
			/which has been paid here\. What changed meanwhile .*; the rest of the file is imported$/,
		);
		expect((await exported(world)).org).toMatchObject({ name: "Renamed" });
	});

	it("it leaves the lease to the import that has taken it over, and waits for that one, though it is renewed", async () => {
		beforeCall("GetItem", () => renewElsewhere(2));
		const end = () => loseLease(world, "acme");
		const look = beforeCall("GetItem", end, { skip: 1 });
		await suspendedImport(world, taxed(5), () => renewElsewhere(1));
		expect(look.hits).toBe(1);
	});

	it("an import to which that happens again and again ends with an error", async () => {
		// Whenever it gives its lease back, it learns that it does not have it any more.
		world.gateway.faults.add({
			accessKeyId: "test",
			operation: "DeleteItem",
			effect: twice,
		});
		await expect(world.import(taxed(5))).rejects.toThrow(
			"Other imports of the organization kept taking over. Try again.",
		);
	});
});
