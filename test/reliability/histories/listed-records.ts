import { expect } from "vitest";
import type { World } from "../../support/world.ts";
import type { Records } from "../records.ts";

/** A walk through the pages of each list shows every record, each once (R1, "Lists"). */
export async function expectListed(world: World, records: Records) {
	const { invoices, purchaseOrders, vendors } = records;
	const { advances, paymentRequests, paymentRuns } = records;
	const lists: [path: string, idName: string, ids: string[]][] = [
		["/v1.0/invoice", "id", invoices.map(({ slug }) => slug)],
		["/v1.0/procurement/purchase-order", "poId", toIds(purchaseOrders)],
		["/v1.0/vendor", "vendorId", toIds(vendors)],
		["/v1.0/payment/run", "runId", paymentRuns.map(({ runId }) => runId)],
		[
			"/v1.0/payment/request",
			"paymentRequestId",
			toIds([...advances, ...paymentRequests]),
		],
	];
	for (const [path, idName, ids] of lists) {
		const listed = await walk(world, path);
		expect(listed.map((item) => item[idName]).toSorted(), path).toEqual(
			ids.toSorted(),
		);
	}
}

const toIds = (records: readonly { id: string }[]) =>
	records.map(({ id }) => id);

async function walk(
	world: World,
	path: string,
): Promise<Record<string, unknown>[]> {
	const items: Record<string, unknown>[] = [];
	for (let query = "limit=5"; ; ) {
		const { status, body } = await world.get(path, query);
		expect({ path, status }).toEqual({ path, status: 200 });
		items.push(...body.data.items);
		if (body.data.nextCursor === null) return items;
		query = `limit=5&cursor=${encodeURIComponent(body.data.nextCursor)}`;
	}
}
