import { describe, expect, it } from "vitest";
import {
	importLeaseKey,
	purchaseOrderKey,
} from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { importOrganization } from "../../../tools/organization-files/import-organization.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { linkOf } from "../../functions/vendor-advance/advances.ts";
import { acme } from "../../support/acme.ts";
import {
	before as actBefore,
	drop,
} from "../../support/aws-gateway/faults/effects.ts";
import { tearTransactions } from "../../support/aws-gateway/faults/torn-transactions.ts";
import { deleteItem } from "../../support/delete-item.ts";
import { startProcess } from "../../support/service-process.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";
import { byFile, exported } from "../operator/exported.ts";
import { suspendedImport } from "./concurrent-imports.ts";

type Advance = NonNullable<OrganizationFile["advances"]>[number];

const world = useWorld(() => file);

const order = (id: string) => ({
	id,
	poNumber: id,
	vendorId: "v-1",
	state: "APPROVED" as const,
	amount: 1180,
});

const file = acme({
	vendors: [{ id: "v-1", name: "Steel" }],
	purchaseOrders: [order("po-1"), order("po-2")],
	approvalPolicies: [
		{ name: "Asks", stages: [{ approvers: ["u-admin"] }] },
		{ name: "Default", default: true, stages: [] },
	],
	procurementPolicy: { payers: ["u-admin"] },
});

const advancesFile = (...advances: Partial<Advance>[]): OrganizationFile => ({
	org: file.org,
	advances: advances.map((advance) => ({
		id: "adv-1",
		vendorId: "v-1",
		purchaseOrderLinkId: "po-1",
		state: "PENDING",
		...advance,
	})),
});

const importAdvances = (...advances: Partial<Advance>[]) =>
	world.import(advancesFile(...advances));

/** An import in which the advance names no order. */
const importWithoutOrder = (state: Advance["state"]) =>
	world.import({
		org: file.org,
		advances: [{ id: "adv-1", vendorId: "v-1", state }],
	});

const raise = (purchaseOrderLinkId = "po-1") =>
	world.post("/v1.0/payment/request/vendor-advance", {
		amount: 100,
		vendorId: "v-1",
		purchaseOrderLinkId,
	});

const linked = "Purchase order is already linked to another advance";
const awaited = "Purchase order is linked to an advance pending resubmission";

async function refusal(purchaseOrderId?: string): Promise<string> {
	const { body } = await raise(purchaseOrderId);
	return body.ok ? "none" : body.error.message;
}

describe("contract 2: an imported advance", () => {
	it.each([
		["PENDING", linked],
		["APPROVED", linked],
		["PENDING_RESUBMISSION", awaited],
		["REJECTED", "none"],
		["CANCELLED", "none"],
	] as const)("%s on an order: %s", async (state, message) => {
		await importAdvances({ state });
		expect(await refusal()).toBe(message);
	});

	it("decided in the next file changes its link", async () => {
		await importAdvances({ state: "PENDING_RESUBMISSION" });
		await importAdvances({ state: "APPROVED" });
		expect(await refusal()).toBe(linked);
	});

	it("frees its order when it is imported REJECTED", async () => {
		await importAdvances({ state: "PENDING" });
		await importAdvances({ state: "REJECTED" });
		expect(await refusal()).toBe("none");
	});

	it("frees its order also when the file no longer names it", async () => {
		await importAdvances({ state: "PENDING" });
		await importWithoutOrder("REJECTED");
		expect(await refusal()).toBe("none");
	});

	it("frees its order also when the file that rejects it names another", async () => {
		await importAdvances({ state: "PENDING" });
		await importAdvances({ state: "REJECTED", purchaseOrderLinkId: "po-2" });
		expect(await linkOf(world, "po-1")).toBeUndefined();
		expect([await refusal("po-1"), await refusal("po-2")]).toEqual([
			"none",
			"none",
		]);
	});

	it("keeps its order when the file no longer names it", async () => {
		await importAdvances({ state: "PENDING" });
		await importWithoutOrder("APPROVED");
		expect(await refusal()).toBe(linked);
		expect((await exported(world)).advances).toEqual([
			{
				id: "adv-1",
				vendorId: "v-1",
				purchaseOrderLinkId: "po-1",
				state: "APPROVED",
				...byFile,
			},
		]);
	});

	it("that holds an order may not name another", async () => {
		await importAdvances({ state: "PENDING" });
		const before = await tableContents(world);
		await expect(
			importAdvances({ purchaseOrderLinkId: "po-2" }),
		).rejects.toThrow(
			'/advances/0/purchaseOrderLinkId must be "po-1", which the advance holds until it is imported REJECTED or CANCELLED',
		);
		expect(await tableContents(world)).toEqual(before);
	});

	it("may name another order once it was rejected", async () => {
		await importAdvances({ state: "PENDING" });
		await importAdvances({ state: "REJECTED" });
		await importAdvances({ state: "PENDING", purchaseOrderLinkId: "po-2" });
		expect([await refusal("po-1"), await refusal("po-2")]).toEqual([
			"none",
			linked,
		]);
	});

	it("does not take an order from the advance that has it", async () => {
		const { body } = await raise();
		await importAdvances({ state: "PENDING_RESUBMISSION" });
		await importAdvances({ state: "REJECTED" });
		expect(await refusal()).toBe(linked);
		await importAdvances({
			id: body.data.paymentRequestId,
			state: "PENDING_RESUBMISSION",
		});
		expect(await refusal()).toBe(awaited);
	});

	it("hands its order on to another one of the file", async () => {
		await importAdvances({ state: "PENDING" });
		await importAdvances(
			{ state: "REJECTED" },
			{ id: "adv-2", state: "PENDING_RESUBMISSION" },
			{ id: "adv-3", state: "APPROVED" },
		);
		await importAdvances({ id: "adv-3", state: "REJECTED" });
		expect(await refusal()).toBe("none");
	});

	it("gets a free order if it is the first of the file that awaits resubmission, and none is active", async () => {
		const state = "PENDING_RESUBMISSION";
		await importAdvances({ state }, { id: "adv-2", state });
		expect(await linkOf(world, "po-1")).toBe("adv-1");
	});

	it("loses the race against an advance raised while importing", async () => {
		world.gateway.faults.add({
			accessKeyId: "test",
			operation: "ExecuteTransaction",
			times: 1,
			effect: actBefore(() => raise()),
		});
		await importAdvances({ state: "PENDING" });
		const { paymentRequests } = await exported(world);
		expect(paymentRequests).toHaveLength(1);
		await importAdvances({ state: "REJECTED" });
		expect(await refusal()).toBe(linked);
	});

	it("is not written again by an unchanged entry, as its order's link stays", async () => {
		await importAdvances({ state: "PENDING" });
		const writes = world.gateway.faults.add({
			matches: (body) => /UPDATE.*#PR#adv-1/.test(JSON.stringify(body)),
			effect: actBefore(() => undefined),
		});
		await importAdvances({ state: "PENDING" });
		expect(writes.hits).toBe(0);
		await importAdvances({ state: "APPROVED" });
		expect(writes.hits).toBe(1);
	});

	it("of an unknown order is refused before anything is written, unless it holds none", async () => {
		const before = await tableContents(world);
		await expect(
			importAdvances(
				{ id: "adv-0", state: "REJECTED" },
				{ purchaseOrderLinkId: "po-9" },
			),
		).rejects.toThrow(
			"/advances/1/purchaseOrderLinkId is not a purchase order of the organization: it must be in the file or have been imported",
		);
		expect(await tableContents(world)).toEqual(before);
		await importAdvances({ state: "CANCELLED", purchaseOrderLinkId: "po-9" });
		expect((await exported(world)).advances).toMatchObject([
			{ state: "CANCELLED", purchaseOrderLinkId: "po-9" },
		]);
	});
});

describe("contract 2: an import decides an advance that was raised over the API", () => {
	it("its state changes, all else stays", async () => {
		const { body } = await raise();
		const [raised] = (await exported(world)).paymentRequests;
		await importAdvances({
			id: body.data.paymentRequestId,
			state: "APPROVED",
			vendorId: "v-other",
			purchaseOrderLinkId: "po-2",
		});
		const { paymentRequests, advances } = await exported(world);
		expect(paymentRequests).toEqual([
			{
				...raised,
				state: "APPROVED",
				version: 2,
				updatedBy: null,
				approvals: [expect.objectContaining({ state: "SKIPPED" })],
				history: [
					...raised.history,
					expect.objectContaining({ action: "COMPLETED", by: null }),
				],
			},
		]);
		expect(advances).toEqual([]);
		expect([await refusal("po-1"), await refusal("po-2")]).toEqual([
			linked,
			"none",
		]);
	});

	it("REJECTED frees its order, even if the file does not name the order", async () => {
		const { body } = await raise();
		await world.import({
			org: file.org,
			advances: [
				{ id: body.data.paymentRequestId, vendorId: "v-1", state: "REJECTED" },
			],
		});
		expect(await refusal()).toBe("none");
	});
});

describe("contract 2: an import of a purchase order", () => {
	it("leaves its link alone", async () => {
		await raise();
		await world.import({
			org: file.org,
			purchaseOrders: [{ ...order("po-1"), amount: 5 }],
		});
		expect(await refusal()).toBe(linked);
	});

	it("changes the state of an order that was created over the API, and keeps everything that was sent", async () => {
		const { body } = await world.post("/v1.0/procurement/purchase-order", {
			poNumber: "PO-7",
			poType: "GOODS",
			matchingType: "TWO_WAY",
			poDate: "2026-11-21",
			gstin: "27AAPFU0939F1ZV",
			vendorId: "v-1",
			lineItems: [{ identifier: "one", quantity: 3, rate: 0.1 }],
		});
		const { poId } = body.data;
		const created = await exportedOrder(poId);
		expect(created).toMatchObject({ state: "DRAFTED", amount: 0.3 });
		await world.import({
			org: file.org,
			purchaseOrders: [{ ...order(poId), amount: 500 }],
		});
		expect(await exportedOrder(poId)).toEqual({
			...created,
			poNumber: poId,
			state: "APPROVED",
			amount: 500,
			updatedBy: null,
		});
		expect(await refusal(poId)).toBe("none");
	});
});

async function exportedOrder(poId: string) {
	const { purchaseOrders } = await exported(world);
	return purchaseOrders.find(({ id }: { id: string }) => id === poId);
}

/** Ids of the active advances that name the order, wherever they came from. */
async function activeOn(purchaseOrderId: string): Promise<string[]> {
	const { advances, paymentRequests } = await exported(world);
	const all: { id: string; state: string; purchaseOrderLinkId: string }[] = [
		...advances,
		...paymentRequests,
	];
	return all
		.filter(({ state }) => state === "PENDING" || state === "APPROVED")
		.filter((advance) => advance.purchaseOrderLinkId === purchaseOrderId)
		.map(({ id }) => id);
}

describe("guarantee 4: an order has at most one active advance, in the export too", () => {
	it.each(["PENDING", "PENDING_RESUBMISSION"] as const)(
		"an advance imported %s for an order that is held is stored without it",
		async (state) => {
			const { body } = await raise();
			await importAdvances({ state });
			expect(await activeOn("po-1")).toEqual([body.data.paymentRequestId]);
			expect((await exported(world)).advances).toEqual([
				{ id: "adv-1", vendorId: "v-1", state, ...byFile },
			]);
		},
	);

	it("an advance without its order gets it, when it is free, from a changed entry only", async () => {
		const { body } = await raise();
		await importAdvances({ state: "PENDING" });
		await importAdvances({ id: body.data.paymentRequestId, state: "REJECTED" });
		const before = await tableContents(world);
		await importAdvances({ state: "PENDING" });
		expect(await tableContents(world)).toEqual(before);
		await importAdvances({ state: "APPROVED" });
		expect(await activeOn("po-1")).toEqual(["adv-1"]);
		expect(await refusal()).toBe(linked);
	});

	it("the holder is rejected while another one that was imported for the order is active", async () => {
		await importAdvances({ state: "PENDING" });
		await importAdvances({ id: "adv-2", state: "APPROVED" });
		expect(await activeOn("po-1")).toEqual(["adv-1"]);
		await importAdvances({ state: "REJECTED" });
		const { body } = await raise();
		expect(await activeOn("po-1")).toEqual([body.data.paymentRequestId]);
	});

	it("an order that waits for a resubmission is not given to another one of a later file", async () => {
		await importAdvances({ state: "PENDING_RESUBMISSION" });
		await importAdvances({ id: "adv-2", state: "APPROVED" });
		expect(await refusal()).toBe(awaited);
		expect(await activeOn("po-1")).toEqual([]);
	});

	it("an advance decided while another import rejects it and its order is taken", async () => {
		await importAdvances({ state: "PENDING" });
		await suspendedImport(
			world,
			advancesFile({ state: "APPROVED" }),
			async () => {
				await importAdvances({ state: "REJECTED" });
				await raise();
			},
		);
		expect(await activeOn("po-1")).toHaveLength(1);
		expect((await exported(world)).paymentRequests).toHaveLength(1);
	});

	it("more advances for one order than a transaction takes, the import cut short after the transaction", async () => {
		const many = Array.from({ length: 250 }, (_, index) => ({
			id: `adv-${index}`,
			state: "REJECTED" as const,
		}));
		await importAdvances({ id: "adv-200", state: "PENDING" });
		const death = world.gateway.faults.add({
			accessKeyId: "test",
			operation: "BatchExecuteStatement",
			effect: drop(),
		});
		await expect(importAdvances(...many)).rejects.toThrow("Try again");
		death.remove();
		const { body } = await raise();
		expect(await activeOn("po-1")).toEqual([body.data.paymentRequestId]);
		await importAdvances(...many);
		expect((await exported(world)).advances).toHaveLength(250);
		expect(await activeOn("po-1")).toEqual([body.data.paymentRequestId]);
	});

	it("what is already so is not written", async () => {
		await importAdvances(
			{ state: "PENDING" },
			{ id: "adv-2", state: "REJECTED" },
		);
		const before = await tableContents(world);
		await importAdvances(
			{ state: "PENDING" },
			{ id: "adv-2", state: "REJECTED" },
		);
		expect(await tableContents(world)).toEqual(before);
	});

	it.each([
		["creates", { name: "new" }],
		["approves", { name: "drafted" }],
	])(
		"an import that %s the order and dies after any of its calls, and an advance raised then",
		async (_, { name }) => {
			const importing = {
				org: file.org,
				purchaseOrders: [order("po-9")],
				advances: [
					{
						id: "adv-9",
						vendorId: "v-1",
						purchaseOrderLinkId: "po-9",
						state: "APPROVED" as const,
					},
				],
			};
			let died = true;
			for (let calls = 0; died; calls++) {
				await world.reopen();
				if (name === "drafted")
					await world.import({
						org: file.org,
						purchaseOrders: [{ ...order("po-9"), state: "DRAFTED" }],
					});
				const death = world.gateway.faults.add({
					accessKeyId: "test",
					skip: calls,
					effect: drop(),
				});
				died = await world.import(importing).then(
					() => false,
					() => true,
				);
				death.remove();
				expect((await raise("po-9")).status).toBe(400);
				const { purchaseOrders } = await exported(world);
				if (name === "new" && purchaseOrders.length > 2)
					expect(await activeOn("po-9")).toEqual(["adv-9"]);
				await world.import(importing);
				expect(await activeOn("po-9")).toEqual(["adv-9"]);
				expect(await linkOf(world, "po-9")).toBe("adv-9");
			}
		},
	);

	it("an import that dies after any of its calls, and an advance raised then", async () => {
		const successors = [
			{ id: "adv-1", state: "REJECTED" as const },
			{ id: "adv-2", state: "APPROVED" as const },
		];
		let died = true;
		for (let calls = 0; died; calls++) {
			await world.reopen();
			await importAdvances({ state: "PENDING" });
			const death = world.gateway.faults.add({
				accessKeyId: "test",
				skip: calls,
				effect: drop(),
			});
			died = await importAdvances(...successors).then(
				() => false,
				() => true,
			);
			death.remove();
			await raise();
			expect((await activeOn("po-1")).length).toBeLessThanOrEqual(1);
			await importAdvances(...successors);
			const [active, ...more] = await activeOn("po-1");
			expect(more).toEqual([]);
			expect(await linkOf(world, "po-1")).toBe(active);
		}
	});

	it.each([
		["order", 0],
		["advance", 1],
	])(
		"ADR 20: an import begins while the %s is not visible as an import that died has changed it: both say the same",
		async (_, hidden) => {
			await importAdvances({ state: "APPROVED" });
			const { accessKeyId, table } = startProcess(world);
			const returned = advancesFile({ state: "PENDING_RESUBMISSION" });
			const tear = tearTransactions(world.gateway.faults, {
				accessKeyId,
				operation: "ExecuteTransaction",
				times: 1,
				isHidden: (index) => index === hidden,
				meanwhile: async () => {
					world.gateway.faults.add({ accessKeyId, effect: drop() });
					await deleteItem(world, importLeaseKey("acme"));
					await importAdvances({ state: "APPROVED" });
				},
			});
			await importOrganization(table, returned, testNow).catch(() => {});
			expect(tear.tornReads).toBe(1);
			const { advances } = await exported(world);
			expect(advances).toMatchObject([{ state: "APPROVED" }]);
			const [order] = await batchGet(world.table, [
				purchaseOrderKey("acme", "po-1"),
			]);
			expect(order).toMatchObject({
				link: { advanceId: "adv-1", state: "ACTIVE" },
			});
		},
	);
});
