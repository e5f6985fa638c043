import { describe, expect, it } from "vitest";
import type { ListKind } from "../../../../shared/lists/list-index.store.ts";
import { deliver, sweep, workOff } from "../../../support/batches.ts";
import {
	deliverToEarlierWorker,
	earlierFile,
	earlierWorker,
	made,
	openEarlierWorld,
} from "../../../support/earlier-version.ts";
import { exportOrganization } from "../../../support/export-organization.ts";
import { invoiceState } from "../../../support/invoices.ts";
import { listed } from "../../../support/listed.ts";
import { passSeconds } from "../../../support/pass-time.ts";
import { pay } from "../../../support/pay.ts";
import { tableContents } from "../../../support/table-contents.ts";
import { useOpened } from "../../../support/use-world.ts";

const world = useOpened(openEarlierWorld);
const { advances } = made.ids;

describe("records of version dcd53ad (compatibility.md, Operators)", () => {
	it("are all listed", async () => {
		const counts = {
			INVOICE: 468,
			PAYMENT_REQUEST: 13,
			PURCHASE_ORDER: 6,
			SKU: 3,
			TAG: 2,
			// `org reindex` lists users.
			USER: 0,
			VENDOR: 5,
		} as const satisfies Record<ListKind, number>;
		for (const [kind, count] of Object.entries(counts))
			expect(await listed(world.table, kind as ListKind)).toHaveLength(count);
		const open = await world.get("/v1.0/payment/request", { state: "PENDING" });
		expect(
			open.body.data.items.map(
				(item: { paymentRequestId: string }) => item.paymentRequestId,
			),
		).toEqual([
			advances.pendingNoApprover,
			advances.pendingInactiveApprover,
			advances.pendingManyApprovers,
			advances.pendingWithoutLink,
			advances.pending,
		]);
	});

	it("an open approval has its stage, its approvers and its order", async () => {
		const { body } = await world.get(
			`/v1.0/payment/request/${advances.pending}`,
		);
		expect(body.data).toMatchObject({
			state: "PENDING",
			policyUsed: "Large",
			purchaseOrderLinkId: made.ids.order,
			tax: { netPayable: 118_000 },
			approvals: [
				{ stage: 0, userId: "u-approver", state: "OPEN" },
				{ stage: 0, userId: "u-admin", state: "OPEN" },
			],
		});
		const order = await world.get(
			`/v1.0/procurement/purchase-order/${made.ids.order}`,
		);
		expect(order.body.data.linkedPaymentRequestId).toBe(advances.pending);
	});

	it("R9: attempts are settled, and known for 24 hours", async () => {
		const outcomes = [
			["mark-as-paid", "recorded", { results: [{ status: "RECORDED" }] }],
			[
				"mark-as-paid",
				"partly",
				{ results: [{ status: "RECORDED" }, { status: "NOT_RECORDED" }] },
			],
			["mark-as-paid", "lost", { results: [{ status: "NOT_RECORDED" }] }],
			["mark-as-paid", "invalid", { results: null }],
			[
				"mark-as-paid",
				"running-batch",
				{ bulkActionSlug: made.batches.running },
			],
			["vendor-advance", "advance", { paymentRequestId: advances.approved }],
			["vendor-advance", "refused-advance", { paymentRequestId: null }],
		] as const;
		passSeconds(world, 86_000);
		for (const [operation, key, outcome] of outcomes) {
			const { body } = await world.getAttempt(operation, key);
			expect(body.data).toMatchObject({ status: "SETTLED", ...outcome });
		}
		passSeconds(world, 500);
		for (const [operation, key] of outcomes)
			expect(await world.getAttempt(operation, key)).toMatchObject({
				status: 404,
			});
	});

	it("R9: attempts whose payments are in archive pages are recorded", async () => {
		for (const round of [0, 1, 2, 3]) {
			const { body } = await world.getAttempt(
				"mark-as-paid",
				`archived-${round}`,
			);
			expect(body.data.results).toHaveLength(60);
			for (const { status } of body.data.results)
				expect(status).toBe("RECORDED");
		}
	});

	it("4.4: an invoice with archived payments is paid, and keeps them all", async () => {
		const before = await invoiceState(world, "inv-archived");
		expect(before).toMatchObject({ paid: "240", due: "99760" });
		expect(before.paymentPages).toBeGreaterThan(1);
		const { status } = await pay(world, [
			{ slug: "inv-archived", amount: 760 },
		]);
		expect(status).toBe(200);
		const after = await invoiceState(world, "inv-archived");
		expect(after).toMatchObject({ paid: "1000", due: "99000" });
		expect(after.payments.slice(0, 240)).toEqual(before.payments);
	});

	it("R5: an invoice with payments whose due a file had raised again is not voided", async () => {
		const answer = await world.patch("/v1.0/invoice/inv-raised", {
			state: "VOID",
		});
		expect(answer.status).toBe(409);
	});

	it("are exported, and imported again without a change", async () => {
		const contents = await tableContents(world, { withClaims: true });
		const exported = await exportOrganization(world.table, "acme");
		expect(exported).toMatchObject({
			org: earlierFile().org,
			batches: [{ status: "PENDING" }, { status: "DONE" }],
		});
		await world.import(earlierFile());
		expect(await tableContents(world, { withClaims: true })).toEqual(contents);
	});
});

describe("a batch that version dcd53ad began (spec 3.4)", () => {
	it("is carried on: what its worker had paid is not paid again", async () => {
		const before = await paidByBatch();
		expect(before.size).toBe(150);
		await workOff(world);
		await expectDone();
		expect([...(await paidByBatch())]).toEqual(
			expect.arrayContaining([...before]),
		);
	});

	it("is carried on by the sweeper's messages when the queue has lost its own", async () => {
		world.queue.take();
		passSeconds(world, 200);
		await sweep(world);
		await workOff(world);
		await expectDone();
	});

	it("is abandoned without a double payment when nothing of it advances", async () => {
		passSeconds(world, 2_000);
		expect(await sweep(world)).toBe(4);
		await workOff(world);
		const { body } = await world.getBatch(made.batches.running);
		expect(body.data).toMatchObject({
			status: "DONE",
			processed: 450,
			counts: { DONE: 150, SKIPPED: 0 },
		});
		expect((await paidByBatch()).size).toBe(150);
	});

	it("is carried on by its own worker and today's together", async () => {
		const waiting = world.queue.take();
		let others: Promise<unknown> | undefined;
		world.gateway.faults.add({
			accessKeyId: earlierWorker,
			operation: "BatchExecuteStatement",
			times: 1,
			effect: (call, forward) => {
				others = deliver(world, waiting);
				return forward(call);
			},
		});
		await deliverToEarlierWorker(world, waiting);
		expect(others).toBeDefined();
		await others;
		await Promise.all(waiting.map((body) => deliver(world, [body])));
		await expectDone();
	});
});

async function expectDone() {
	const { body } = await world.getBatch(made.batches.running);
	expect(body.data).toMatchObject({
		status: "DONE",
		total: 450,
		processed: 450,
		counts: { DONE: 448, ERROR: 2, SKIPPED: 0 },
	});
	expect((await paidByBatch()).size).toBe(448);
}

/** The payments of the running batch, by invoice; none may have two. */
async function paidByBatch(): Promise<Map<string, string>> {
	const paid = new Map<string, string>();
	const { invoices } = await exportOrganization(world.table, "acme");
	for (const { slug, payments } of invoices as ExportedInvoice[])
		for (const { id, batch } of payments) {
			if (batch !== made.batches.running) continue;
			expect(paid.get(slug)).toBeUndefined();
			paid.set(slug, id);
		}
	return paid;
}

interface ExportedInvoice {
	slug: string;
	payments: { id: string; batch: string | null }[];
}
