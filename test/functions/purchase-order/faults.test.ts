import { beforeEach, describe, expect, it } from "vitest";
import {
	drop,
	failAfter,
	failBefore,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect, Fault } from "../../support/aws-gateway/faults/faults.ts";
import { leaveKeysOver } from "../../support/aws-gateway/faults/partial-effects.ts";
import { callOutcomes } from "../../support/call-outcomes.ts";
import { logged } from "../../support/logged.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	acmeWithOrders,
	activatable,
	create,
	exportedOrder,
	order,
} from "./orders.ts";

const world = useWorld(acmeWithOrders);
beforeEach(() => world.skipPauses());
beforeEach(async () => {
	// The first request caches the API key.
	await create(world, {});
});

const fault = (
	operation: "PutItem" | "BatchGetItem",
	effect: Effect,
	options: Partial<Fault> = {},
) => world.addFault({ operation, effect, ...options });

async function orders() {
	const keys = [...(await tableContents(world)).keys()];
	return keys.filter((key) => key.endsWith(" PO"));
}

describe("200: the order is created once, and reported as created", () => {
	it.each(callOutcomes)("after %s", async (_, effect) => {
		fault("PutItem", effect, { times: 1 });
		const { status, body } = await create(world, order(activatable));
		expect(status).toBe(200);
		expect(await orders()).toHaveLength(1);
		expect(await exportedOrder(world, body.data.poId)).toMatchObject({
			state: "APPROVED",
		});
	});

	it.each<[string, Effect]>([
		["answer is lost each time", loseAnswer()],
		["call reports an internal error each time", failAfter()],
	])("when the write took effect and its %s", async (_, effect) => {
		fault("PutItem", effect);
		const { status, body } = await create(world, order());
		expect(status).toBe(200);
		expect(await exportedOrder(world, body.data.poId)).toBeDefined();
	});

	it("when the store reads some of the keys later", async () => {
		fault("BatchGetItem", leaveKeysOver({ chosen: (at) => at === 0 }), {
			times: 1,
		});
		expect((await create(world, order(activatable))).status).toBe(200);
	});
});

describe("500", () => {
	it.each<[string, Effect]>([
		["fails", failBefore()],
		["never arrives", drop()],
		["is refused for load", throttle()],
	])(
		"7.2 PROCUREMENT_CREATION_FAILED: each write %s; no order is created",
		async (_, effect) => {
			fault("PutItem", effect);
			expect(await create(world, order())).toMatchObject({
				status: 500,
				body: {
					ok: false,
					error: {
						code: "PROCUREMENT_CREATION_FAILED",
						message:
							"The purchase order could not be created, or it is not known whether it was: with an externalId, send the same request again; without one, look for the order by its poNumber first",
					},
				},
			});
			expect(logged(world, "Request failed")).toMatchObject([
				{ error: { cause: { name: expect.stringMatching(/Error$/) } } },
			]);
			expect(await orders()).toEqual([]);
		},
	);

	it("7.2 PROCUREMENT_CREATION_FAILED: the outcome stays unknown; the order is whole or not there", async () => {
		fault("PutItem", loseAnswer());
		fault("BatchGetItem", drop(), { skip: 1 });
		expect(await create(world, order(activatable))).toMatchObject({
			status: 500,
			body: { error: { code: "PROCUREMENT_CREATION_FAILED" } },
		});
		expect(await orders()).toHaveLength(1);
	});

	it("7.2 INTERNAL_ERROR 3: nothing can be read; no order is created", async () => {
		fault("BatchGetItem", drop());
		expect(await create(world, order(activatable))).toMatchObject({
			status: 500,
			body: {
				error: {
					code: "INTERNAL_ERROR",
					message:
						"Internal error: the request may have had an effect; find out before you send it again",
				},
			},
		});
		expect(await orders()).toEqual([]);
	});
});
