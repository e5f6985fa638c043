import { describe, expect, it } from "vitest";
import { purchaseOrderKey } from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { batchPut } from "../../../shared/dynamodb/writes/batch-put.ts";
import { before as meanwhile } from "../../support/aws-gateway/faults/effects.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	acmeWithStages,
	actions,
	advance,
	cancel,
	changeApprover,
	decide,
	giveBack,
	history,
	inboxSize,
	order,
	raised,
	refusal,
	reject,
	show,
	states,
} from "./workflow.ts";

const world = useWorld(() =>
	acmeWithStages([{ approvers: ["u-1", "u-2"], requires: "ANY" }]),
);

const linked = { ...advance, purchaseOrderLinkId: "po-1" };
const book = { key: "u-book" };

describe("A4: 200", () => {
	it.each([
		["PENDING", async () => {}, [["SKIPPED", "SKIPPED"]]],
		[
			"PENDING_RESUBMISSION",
			(id: string) => decide(world, id, "u-1", { body: giveBack }),
			[["RETURNED", "SKIPPED"]],
		],
	])(
		"A1, R1: a request that is %s becomes CANCELLED, its order free, with the same updatedAt",
		async (_, act, expected) => {
			const id = await raised(world, linked);
			await act(id);
			passSeconds(world, 60);
			const answer = await cancel(world, id, book);
			expect(answer.status).toBe(200);
			expect(answer.body.data).toEqual(await show(world, id));
			expect(answer.body.data).toMatchObject({
				state: "CANCELLED",
				updatedBy: { userId: "u-book" },
			});
			expect(answer.headers.etag).toBe(`"${answer.body.data.version}"`);
			expect(await states(world, id)).toEqual(expected);
			expect(await order(world)).toMatchObject({
				link: null,
				updatedBy: "u-book",
			});
			const { body } = await world.get("/v1.0/procurement/purchase-order/po-1");
			expect(body.data.updatedAt).toBe(answer.body.data.updatedAt);
			expect(await inboxSize(world)).toBe(0);
			expect((await history(world, id))[0]).toMatchObject({
				action: "CANCELLED",
				by: { userId: "u-book", channel: "API" },
				stage: null,
				note: "Not needed",
			});
		},
	);

	it("A4: of an APPROVED request only with the role ADMIN; its approvals stay as they were decided", async () => {
		const id = await raised(world, linked);
		await decide(world, id, "u-2");
		expect(await cancel(world, id, book)).toMatchObject(
			refusal(403, "ACCESS_DENIED", /APPROVED/),
		);
		expect(await cancel(world, id)).toMatchObject({ status: 200 });
		expect(await states(world, id)).toEqual([["SKIPPED", "APPROVED"]]);
		expect(await order(world)).toMatchObject({ link: null });
		expect(await actions(world, id)).toEqual([
			...["CREATED", "STAGE_OPENED 0", "APPROVED 0", "COMPLETED"],
			"CANCELLED",
		]);
	});

	it("A1: updatedAt, the history and decisions never go back in time, even if another function's clock is behind", async () => {
		const id = await raised(world);
		const latest = "2026-11-21T11:00:00.000Z";
		world.time.now = new Date(latest);
		await changeApprover(world, id, { body: { to: "u-3" } });
		world.time.now = new Date("2026-11-21T10:30:00.000Z");
		await decide(world, id, "u-1", { body: giveBack });
		const { approvals } = await show(world, id);
		expect(approvals[0]).toMatchObject({ decidedAt: latest });
		const { body } = await cancel(world, id);
		expect(body.data).toMatchObject({ state: "CANCELLED", updatedAt: latest });
		expect((await history(world, id))[0]).toMatchObject({ at: latest });
	});

	it("R1: the order's updatedAt does not go back in time, even if the function's clock is behind", async () => {
		const id = await raised(world, linked);
		const latest = "2026-11-21T11:00:00.000Z";
		world.time.now = new Date(latest);
		const smaller = {
			...{ id: "po-1", poNumber: "PO-po-1", vendorId: "v-1", amount: 9_000 },
			state: "APPROVED" as const,
		};
		await world.import({ org: { id: "acme" }, purchaseOrders: [smaller] });
		world.time.now = new Date("2026-11-21T10:30:00.000Z");
		expect((await cancel(world, id)).status).toBe(200);
		const { body } = await world.get("/v1.0/procurement/purchase-order/po-1");
		expect(body.data).toMatchObject({
			linkedPaymentRequestId: null,
			updatedAt: latest,
		});
	});

	it.each([{ advanceId: "other", state: "ACTIVE" }, null])(
		"A1: leaves the request's order, which another or no advance has, as it is: link %j",
		async (link) => {
			const id = await raised(world, linked);
			const key = purchaseOrderKey("acme", "po-1");
			const [item] = await batchGet(world.table, [key]);
			const held = { ...item, ...key, link };
			await batchPut(world.table, [held]);
			const before = await order(world);
			world.skipPauses();
			expect((await cancel(world, id)).status).toBe(200);
			expect(await order(world)).toEqual(before);
		},
	);

	it("A1: leaves the link to another advance that gets it during the cancellation", async () => {
		const id = await raised(world, linked);
		const link = { advanceId: "other", state: "ACTIVE" };
		world.skipPauses();
		world.addFault({
			operation: "TransactWriteItems",
			times: 1,
			effect: meanwhile(async () => {
				const key = purchaseOrderKey("acme", "po-1");
				const [item] = await batchGet(world.table, [key]);
				const held = { ...item, ...key, link };
				await batchPut(world.table, [held]);
			}),
		});
		expect((await cancel(world, id)).status).toBe(200);
		expect(await order(world)).toMatchObject({ link });
	});

	it("A4: a repetition is 200, unchanged, with any If-Match", async () => {
		const id = await raised(world);
		const first = await cancel(world, id);
		const body = { reason: "Again" };
		const again = await cancel(world, id, { ...book, body, ifMatch: 1 });
		expect(again).toMatchObject({ status: 200, body: first.body });
		expect(await history(world, id)).toHaveLength(3);
	});

	it("A6: CANCELLED is a state in filters", async () => {
		const id = await raised(world);
		await cancel(world, id);
		const { body } = await world.get("/v1.0/payment/request", {
			state: "CANCELLED",
		});
		expect(body.data.items).toMatchObject([
			{ paymentRequestId: id, state: "CANCELLED", version: 2, round: 1 },
		]);
	});
});

describe("A4: refused", () => {
	it("A4: a REJECTED request is 409, naming the state", async () => {
		const id = await raised(world);
		await decide(world, id, "u-1", { body: reject });
		expect(await cancel(world, id)).toMatchObject(
			refusal(
				409,
				"INVALID_STATE_TRANSITION",
				/ REJECTED: .* PENDING or PENDING_RESUBMISSION or APPROVED$/,
			),
		);
	});

	it("A4: access, body, 404, 412, in this order; then the state and the role", async () => {
		const id = await raised(world);
		const none = { body: {}, ifMatch: 7 };
		expect(await cancel(world, "x", { ...none, key: "u-1" })).toMatchObject(
			refusal(403, "ACCESS_DENIED"),
		);
		expect(await cancel(world, "x", none)).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /required property 'reason'/),
		);
		expect(await cancel(world, "x", { ifMatch: 7 })).toMatchObject(
			refusal(404, "PAYMENT_REQUEST_NOT_FOUND"),
		);
		const late = { ...book, ifMatch: 7 };
		const mismatch = refusal(412, "VERSION_MISMATCH");
		expect(await cancel(world, id, late)).toMatchObject(mismatch);
		await decide(world, id, "u-2");
		expect(await show(world, id)).toMatchObject({ state: "APPROVED" });
		expect(await cancel(world, id, late)).toMatchObject(mismatch);
		const rejected = await raised(world);
		await decide(world, rejected, "u-1", { body: reject });
		expect(await cancel(world, rejected, late)).toMatchObject(mismatch);
	});

	it.each(["", "x".repeat(1_001)])(
		"A4: a reason has 1 to 1,000 characters: %j",
		async (reason) => {
			const id = await raised(world);
			expect(await cancel(world, id, { body: { reason } })).toMatchObject(
				refusal(400, "VALIDATION_ERROR", /\/reason must NOT have/),
			);
		},
	);
});
