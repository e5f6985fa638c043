import { beforeEach, describe, expect, it } from "vitest";
import type { AdvanceState } from "../../../shared/payment-requests/payment-request.ts";
import {
	conflict,
	drop,
	failBefore,
	killAfter,
	killBefore,
	landLate,
	loseAnswer,
	before as meanwhile,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect, Fault } from "../../support/aws-gateway/faults/faults.ts";
import { leaveKeysOver } from "../../support/aws-gateway/faults/partial-effects.ts";
import { tearTransactions } from "../../support/aws-gateway/faults/torn-transactions.ts";
import { callOutcomes } from "../../support/call-outcomes.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	type Answer,
	serviceAccessKeyId,
	testNow,
} from "../../support/world.ts";
import { activatable, order, patch } from "../purchase-order/orders.ts";
import {
	acmeWithAdvances,
	fullAdvance,
	linkOf,
	plainAdvance,
	purchaseOrder,
	raise,
	raisedAdvances,
	storedAdvance,
} from "./advances.ts";

const world = useWorld(acmeWithAdvances);
beforeEach(() => world.skipPauses());
beforeEach(async () => {
	// From here on the API key is cached.
	await raise(world, {});
});

const fault = (
	operation: string,
	effect: Effect,
	options: Partial<Fault> = { times: 1 },
) => world.addFault({ operation, effect, ...options });

const internalError = {
	status: 500,
	body: { ok: false, error: { code: "INTERNAL_ERROR" } },
};

/** Guarantee 4: the advance, its approvals and its hold on the order are there, once. */
async function expectWhole({ status, body }: Answer) {
	expect(status).toBe(200);
	const { paymentRequestId } = body.data;
	expect(await storedAdvance(world, paymentRequestId)).toMatchObject({
		paymentRequest: { id: paymentRequestId, state: "PENDING" },
		approval: { approvers: [{ userId: "u-cfo" }, { userId: "u-admin" }] },
	});
	expect(await linkOf(world, "po-1")).toBe(paymentRequestId);
	expect(await raisedAdvances(world)).toEqual([paymentRequestId]);
}

describe("guarantee 4: with any fault of one call, the advance is there, whole and once", () => {
	it.each([
		...callOutcomes,
		["a conflict with another transaction", conflict()] as const,
	])("4.3 rule 8, transaction: %s", async (_, effect) => {
		const added = fault("TransactWriteItems", effect);
		const answer = await raise(world, fullAdvance);
		expect(added.hits).toBe(1);
		await expectWhole(answer);
	});

	it.each(callOutcomes)("4.3 rule 8, single item: %s", async (_, effect) => {
		const added = fault("PutItem", effect);
		const options = { idempotencyKey: null };
		const answer = await raise(world, plainAdvance, options);
		expect(added.hits).toBe(1);
		expect(answer.status).toBe(200);
		const { paymentRequestId } = answer.body.data;
		const { paymentRequest } = await storedAdvance(world, paymentRequestId);
		expect(paymentRequest).toMatchObject({ state: "APPROVED" });
		expect(await raisedAdvances(world)).toEqual([paymentRequestId]);
	});

	it.each([
		...callOutcomes,
		["keys left over", leaveKeysOver({ chosen: (i) => i % 2 === 0 })] as const,
	])("4.3, read: %s", async (_, effect) => {
		const added = fault("BatchGetItem", effect);
		const answer = await raise(world, fullAdvance);
		expect(added.hits).toBe(1);
		await expectWhole(answer);
	});

	it.each(callOutcomes)("5, idempotency claim: %s", async (_, effect) => {
		const added = fault("PutItem", effect);
		const answer = await raise(world, fullAdvance);
		expect(added.hits).toBe(1);
		await expectWhole(answer);
	});

	it("a conflict that lasts for four attempts is overcome", async () => {
		fault("TransactWriteItems", conflict(), { times: 4 });
		await expectWhole(await raise(world, fullAdvance));
	});

	it.each([
		["the advance", 0],
		["its approvals", 1],
		["the order that it holds", 2],
	])(
		"4.3 rule 8: an answer is lost, and %s cannot be seen yet",
		async (_, hidden) => {
			tearTransactions(world.gateway.faults, {
				accessKeyId: serviceAccessKeyId,
				isHidden: (index) => index === hidden,
				isAnswered: false,
				isReader: (accessKeyId) => accessKeyId === serviceAccessKeyId,
				times: 1,
			});
			await expectWhole(await raise(world, fullAdvance));
		},
	);

	it("a write that lands while it is being sent again takes effect once", async () => {
		const late: Promise<unknown>[] = [];
		fault("TransactWriteItems", async (call, forward) => {
			late.push(landLate({ milliseconds: 15 })(call, forward));
			return failBefore()(call, forward);
		});
		const answer = await raise(world, fullAdvance);
		await Promise.all(late);
		await expectWhole(answer);
	});
});

describe("guarantee 4: when nothing helps, the answer is 500 and nothing is there", () => {
	it.each([
		["TransactWriteItems", "conflicts", conflict(), fullAdvance],
		["TransactWriteItems", "throttling", throttle(), fullAdvance],
		["TransactWriteItems", "internal errors", failBefore(), fullAdvance],
		["TransactWriteItems", "broken connections", drop(), fullAdvance],
		["BatchGetItem", "throttling", throttle(), fullAdvance],
		["BatchGetItem", "internal errors", failBefore(), fullAdvance],
		["PutItem", "throttling", throttle(), fullAdvance],
		["PutItem", "broken connections", drop(), plainAdvance],
	])("4.3 rule 8, %s: endless %s", async (operation, _, effect, body) => {
		const contents = await tableContents(world);
		fault(operation, effect, {});
		expect(await raise(world, body)).toMatchObject(internalError);
		expect(await tableContents(world)).toEqual(contents);
	});

	it.each([
		["throttling", throttle()],
		["internal errors", failBefore()],
		["broken connections", drop()],
	])("4.3 rule 8, single item: endless %s", async (_, effect) => {
		const contents = await tableContents(world);
		fault("PutItem", effect, {});
		const options = { idempotencyKey: null };
		const answer = await raise(world, plainAdvance, options);
		expect(answer).toMatchObject(internalError);
		expect(await tableContents(world)).toEqual(contents);
	});

	it("advances: after a 500 the idempotency key stays claimed", async () => {
		fault("TransactWriteItems", failBefore(), {});
		const options = { idempotencyKey: "k" };
		const answer = await raise(world, fullAdvance, options);
		expect(answer).toMatchObject(internalError);
		world.gateway.faults.clear();
		expect((await raise(world, fullAdvance, options)).status).toBe(409);
	});

	it("an advance whose write was not answered, and which cannot be read, exists as a whole: only the answer is missing", async () => {
		fault("TransactWriteItems", loseAnswer());
		fault("BatchGetItem", failBefore(), { skip: 1 });
		expect(await raise(world, fullAdvance)).toMatchObject(internalError);
		world.gateway.faults.clear();
		const paymentRequestId = await linkOf(world, "po-1");
		await expectWhole({
			status: 200,
			headers: {},
			body: { data: { paymentRequestId } },
		});
	});
});

describe("guarantee 4: a function that dies leaves everything or nothing", () => {
	const death = new Error("The process is gone");

	it.each([
		["PutItem", "before", killBefore],
		["PutItem", "after", killAfter],
		["BatchGetItem", "before", killBefore],
		["BatchGetItem", "after", killAfter],
		["TransactWriteItems", "before", killBefore],
		["TransactWriteItems", "after", killAfter],
	] as const)(
		"4.3 rule 8: killed at %s, %s its effect",
		async (operation, when, kill) => {
			const contents = await tableContents(world);
			const isDead = Promise.withResolvers<never>();
			fault(
				operation,
				kill(() => {
					for (const dead of deadOperations) fault(dead, drop(), {});
					isDead.reject(death);
				}),
			);
			const request = raise(world, fullAdvance);
			await expect(Promise.race([request, isDead.promise])).rejects.toBe(death);
			await request;
			const paymentRequestId = await linkOf(world, "po-1");
			if (operation === "TransactWriteItems" && when === "after") {
				await expectWhole({
					status: 200,
					headers: {},
					body: { data: { paymentRequestId } },
				});
			} else {
				expect(await tableContents(world)).toEqual(contents);
			}
		},
	);

	const deadOperations = ["PutItem", "BatchGetItem", "TransactWriteItems"];
});

describe("4.3 rule 5: what was checked still holds when the advance is written", () => {
	const changes: [string, object][] = [
		[
			"Purchase order does not belong to the selected vendor",
			{ vendorId: "v-2" },
		],
		["Purchase order must be approved to link an advance", { state: "ACTIVE" }],
		["Purchase order is already matched", { matchingState: "MATCHED" }],
		[
			"Advance net payable cannot exceed the linked purchase order amount",
			{ amount: 107_999.99 },
		],
	];

	it.each(changes)(
		"4.3 rule 5: the order changes in between: $0",
		async (message, change) => {
			fault(
				"TransactWriteItems",
				meanwhile(() =>
					world.import(
						acmeWithAdvances({
							purchaseOrders: [purchaseOrder({ id: "po-1", ...change })],
						}),
					),
				),
			);
			expect(await raise(world, fullAdvance)).toMatchObject({
				status: 400,
				body: { error: { code: "VALIDATION_ERROR", message } },
			});
			expect(await raisedAdvances(world)).toEqual([]);
		},
	);

	it("4.3 rule 5: an order that gets another currency in between is not taken", async () => {
		const inDollars = (state: "APPROVED" | "DRAFTED") => {
			const purchaseOrders = [purchaseOrder({ id: "po-1", state })];
			const { org, ...file } = acmeWithAdvances({ purchaseOrders });
			return world.import({ ...file, org: { ...org, baseCurrency: "USD" } });
		};
		await inDollars("APPROVED");
		// The API key is read again, with its organization.
		world.time.now = new Date(testNow.getTime() + 60_000);
		fault(
			"TransactWriteItems",
			meanwhile(async () => {
				await inDollars("DRAFTED");
				const inRupees = { ...order(), ...activatable };
				const { body } = await patch(world, "po-1", inRupees);
				expect(body.data).toMatchObject({ state: "ACTIVE" });
			}),
		);
		const advance = { amount: 1, vendorId: "v-1", currency: "USD" };
		expect(
			await raise(world, { ...advance, purchaseOrderLinkId: "po-1" }),
		).toMatchObject({
			status: 400,
			body: {
				error: {
					message:
						"Advance currency must be the currency of the linked purchase order",
				},
			},
		});
		expect(await raisedAdvances(world)).toEqual([]);
	});

	it.each<[AdvanceState, string]>([
		["APPROVED", "Purchase order is already linked to another advance"],
		[
			"PENDING_RESUBMISSION",
			"Purchase order is linked to an advance pending resubmission",
		],
	])(
		"4.3 rule 5: an advance that is %s takes the order in between",
		async (state, message) => {
			const rival = {
				id: "adv-rival",
				vendorId: "v-1",
				purchaseOrderLinkId: "po-1",
				state,
			};
			fault(
				"TransactWriteItems",
				meanwhile(() => world.import(acmeWithAdvances({ advances: [rival] }))),
			);
			expect(await raise(world, fullAdvance)).toMatchObject({
				status: 400,
				body: { error: { code: "VALIDATION_ERROR", message } },
			});
			expect(await linkOf(world, "po-1")).toBe("adv-rival");
		},
	);

	it("an order that changes only in properties that no rule requires is accepted", async () => {
		fault(
			"TransactWriteItems",
			meanwhile(() =>
				world.import(
					acmeWithAdvances({
						purchaseOrders: [purchaseOrder({ id: "po-1", amount: 108_000 })],
					}),
				),
			),
		);
		await expectWhole(await raise(world, fullAdvance));
	});

	it("a conflict with the rival that gets the order ends in the rival's message, not in a 500", async () => {
		fault(
			"TransactWriteItems",
			async (call, forward) => {
				world.gateway.faults.clear();
				await raise(world, fullAdvance);
				return conflict()(call, forward);
			},
			{ times: 1 },
		);
		expect(await raise(world, fullAdvance)).toMatchObject({
			status: 400,
			body: {
				error: {
					message: "Purchase order is already linked to another advance",
				},
			},
		});
	});
});
