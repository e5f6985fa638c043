import { expect } from "vitest";
import { conflict } from "../../support/aws-gateway/faults/effects.ts";
import { rivals } from "../../support/rivals.ts";
import { tableContents } from "../../support/table-contents.ts";
import { openWorld, type World } from "../../support/world.ts";
import {
	acmeWithAdvances,
	fullAdvance,
	linkOf,
	purchaseOrder,
	raise,
	raisedAdvances,
} from "./advances.ts";

/**
 * For each of so many orders 32 concurrent advances, while every third transaction conflicts, as the engine's own
 * never do: exactly one gets the order, the others are refused, and nothing of theirs is stored.
 */
export async function raceForOrders(orders: number) {
	await using world = await openWorld();
	const ids = Array.from({ length: orders }, (_, index) => `po-${index}`);
	await world.import(
		acmeWithAdvances({
			purchaseOrders: ids.map((id) => purchaseOrder({ id })),
			advances: [],
		}),
	);
	conflictEveryThird(world);
	for (const id of ids) await raceForOrder(world, id);
	const keys = [...(await tableContents(world)).keys()];
	expect(await raisedAdvances(world)).toHaveLength(orders);
	// Each advance has two stages.
	expect(keys.filter((key) => key.includes(" APPROVAL#"))).toHaveLength(
		2 * orders,
	);
}

async function raceForOrder(world: World, purchaseOrderLinkId: string) {
	const answers = await rivals(32, () =>
		raise(world, { ...fullAdvance, purchaseOrderLinkId }),
	);
	const winners = answers.filter(({ status }) => status === 200);
	expect(winners).toHaveLength(1);
	expect(await linkOf(world, purchaseOrderLinkId)).toBe(
		winners[0]?.body.data.paymentRequestId,
	);
	for (const { status, body } of answers) {
		if (status === 200) continue;
		expect(body.error).toEqual({
			code: "VALIDATION_ERROR",
			message: "Purchase order is already linked to another advance",
		});
	}
}

function conflictEveryThird(world: World) {
	let transactions = 0;
	world.addFault({
		operation: "TransactWriteItems",
		effect: (call, forward) => {
			transactions += 1;
			return transactions % 3 === 0 ? conflict()(call, forward) : forward(call);
		},
	});
}
