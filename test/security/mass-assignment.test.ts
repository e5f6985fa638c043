import { inspect, isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { order } from "../functions/purchase-order/orders.ts";
import { acmeWithAdvances } from "../functions/vendor-advance/advances.ts";
import { payableInvoices } from "../support/acme.ts";
import { batchMin, resourcesOf } from "../support/batches.ts";
import {
	everyEndpoint,
	type TestedEndpoint,
	transitions,
} from "../support/every-endpoint.ts";
import { pay } from "../support/pay.ts";
import { paidResource } from "../support/reversals.ts";
import { tableContents } from "../support/table-contents.ts";
import { openWorld, type World } from "../support/world.ts";

/** What the service decides, or the store uses; none is what it would be anyway. */
const owned = {
	...{ id: "chosen", poId: "chosen", due: 0, amountPaid: 1, version: 99 },
	...{ organizationId: "globex", pk: "ORG#globex", sk: "ORG", type: "ORG" },
	...{ createdAt: "1999-01-01", createdBy: "u-cfo", updatedBy: "u-cfo" },
	...{ matchingState: "FULLY_MATCHED", payments: [{ amount: 1 }], paid: 1 },
	...{ link: { advanceId: "adv-1", state: "APPROVED" }, lock: { holder: "x" } },
	...{ platformPaymentInFlight: true, roundOff: 100, policyUsed: "None" },
	...{ approvals: [], payers: ["u-admin"], syncState: "DONE", expiresAt: 1 },
	...{ role: "ADMIN", permissions: ["payments:mark-paid"], constructor: {} },
};

/** The value with the properties in each of its objects; tags are named by the caller. */
function withOwned(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withOwned);
	if (typeof value !== "object" || value === null) return value;
	const members = Object.entries(value).map(([name, member]) => [
		name,
		withOwned(member),
	]);
	return { ...owned, ...Object.fromEntries(members) };
}

const invoice = {
	invoiceNumber: "N-1",
	vendorId: "v-1",
	amount: 100,
	invoiceDate: "2026-11-01",
	state: "DRAFTED",
};

/** How each endpoint's record is created and what is changed, by the endpoint's name. */
const changes: Readonly<
	Record<
		string,
		{ createRecord: (world: World) => Promise<string>; body: object }
	>
> = {
	"update-purchase-order": {
		async createRecord(world) {
			const path = "/v1.0/procurement/purchase-order";
			return (await world.post(path, order())).body.data.poId;
		},
		body: { lineItems: order().lineItems, description: "Changed" },
	},
	"update-invoice": {
		async createRecord(world) {
			const body = { invoices: [invoice] };
			const created = await world.post("/v1.0/invoice/bulk", body);
			return created.body.data.created[0].id;
		},
		body: { amount: 90, description: "Changed" },
	},
	"reverse-payment": {
		createRecord: (world) => paidResource(world, "inv-0"),
		body: { reason: "Changed" },
	},
	"stop-batch": {
		async createRecord(world) {
			const options = { idempotencyKey: "batch" };
			const { body } = await pay(world, resourcesOf(batchMin), options);
			return body.data.bulkActionSlug;
		},
		body: { reason: "wrong file" },
	},
};

/** A payment request in the state that a transition needs. */
const raisedBy =
	(decision?: object) =>
	async (world: World): Promise<string> => {
		const path = "/v1.0/payment/request";
		const body = { amount: 100_000, vendorId: "v-1" };
		const raised = await world.post(`${path}/vendor-advance`, body);
		const { paymentRequestId } = raised.body.data;
		const at = { stage: 0, round: 1, ...decision };
		if (decision) await world.post(`${path}/${paymentRequestId}/decision`, at);
		return paymentRequestId;
	};

/** The same for transitions, by operation; others than these find a new request, and get the body of `everyEndpoint`. */
const ofTransitions: typeof changes = {
	"resubmit-advance": {
		createRecord: raisedBy({ decision: "RETURN", note: "Why?" }),
		body: { amount: 100_000, vendorId: "v-1" },
	},
	"change-approver": {
		createRecord: raisedBy(),
		body: { stage: 1, round: 1, to: "u-admin", reason: "x" },
	},
};

type Writing = TestedEndpoint & Partial<(typeof changes)[string]>;

const writing = everyEndpoint
	.filter(({ body }) => body)
	.map(
		(endpoint): Writing => ({
			...endpoint,
			...changes[endpoint.name],
			...(transitions.includes(endpoint) && { createRecord: raisedBy() }),
			...ofTransitions[endpoint.operation],
		}),
	);

it.each(writing)(
	"OWASP API3: what a caller must not set is not set: $method $path",
	async (endpoint) => {
		const plain = await writtenBy(endpoint, endpoint.body);
		const { status, items } = await writtenBy(
			endpoint,
			withOwned(endpoint.body),
		);
		if (refusesOthers.has(endpoint.operation)) {
			expect({ status, items }).toEqual({ status: 400, items: [] });
			return;
		}
		expect(plain.items).not.toEqual([]);
		expect({ status, items }).toEqual(plain);
	},
);

/** Spec 2.8 */
const refusesOthers = new Set(["vendor-advance", "resubmit-advance"]);

/** What a request wrote in a world of its own, in which ids are counted. */
async function writtenBy(
	{ method, path, pathId, operation, createRecord }: Writing,
	body: unknown,
): Promise<{ status: number; items: string[] }> {
	let count = 0;
	const newId = () => {
		count += 1;
		return String(count).padStart(26, "0");
	};
	await using world = await openWorld({ newId });
	await world.import(acmeWithAdvances({ invoices: payableInvoices(1, 1000) }));
	const id = await createRecord?.(world);
	const before = await tableContents(world);
	const url = id === undefined ? path : (pathId?.toUrl(id) ?? path);
	const { status } = await world.send(method, url, body, {
		idempotencyKey: "k",
		...(operation === "resubmit-advance" && { ifMatch: 2 }),
	});
	const items = [...(await tableContents(world))]
		.filter(([key, item]) => !isDeepStrictEqual(item, before.get(key)))
		.map(([, item]) => toText(item))
		.sort();
	return { status, items };
}

/** Its properties in one order. */
const toText = (item: object): string =>
	inspect(item, { sorted: true, depth: 9, maxArrayLength: null });
