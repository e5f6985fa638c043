import { expect } from "vitest";
import { fullAdvance } from "../../functions/vendor-advance/advances.ts";
import { newInvoice } from "../../support/created-invoices.ts";
import { everyEndpoint } from "../../support/every-endpoint.ts";
import { mixedResources } from "../../support/mixed-batch.ts";
import { recordsOf } from "../../support/stream-records.ts";
import type { Answer } from "../../support/world.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";
import { lists, succeeds } from "./expected.ts";
import { createSkus } from "./records.ts";

/** What a request for records needs, and comes to. */
interface Read {
	/** Returns the id in the path, or nothing. */
	prepare?: (user: User) => Promise<unknown>;
	/** The id in the path, if `prepare` does not return it. */
	id?: string;
	query?: string;
	expected: (answer: Answer) => unknown;
}

const payThree = async (user: User) => {
	await user.pay(
		"k",
		["inv-0", "inv-1", "inv-2"].map((slug) => ({ slug, amount: 1 })),
	);
};

const startBatch = async (user: User): Promise<string> => {
	const { body } = await user.pay("k", mixedResources);
	return body.data.bulkActionSlug;
};

const workBatch = async (user: User): Promise<string> => {
	const slug = await startBatch(user);
	await user.work(user.world.queue.take());
	return slug;
};

const raiseAdvance = async (user: User): Promise<string> => {
	const { body } = await user.raise("k", fullAdvance);
	return body.data.paymentRequestId;
};

const prepareRun = async (user: User): Promise<string> => {
	const resources = ["inv-0", "inv-1"].map((slug) => ({ slug, amount: 1 }));
	const run = { name: "Vendors", resourceType: "INVOICE", resources };
	const { body } = await user.send("POST", "/v1.0/payment/run", run);
	return body.data.runId;
};

/** The keys are the endpoints' paths; a new endpoint needs an entry. */
const reads: Record<string, Read> = {
	"/v1.0/payment/mark-as-paid": {
		prepare: async (user) => void (await startBatch(user)),
		expected: lists("total", mixedResources.length),
	},
	"/v1.0/payment/mark-as-paid/{bulkActionSlug}": {
		prepare: workBatch,
		query: "limit=60",
		expected: ({ body }) => expect(body.data.results).toHaveLength(60),
	},
	"/v1.0/attempt/mark-as-paid": {
		prepare: payThree,
		expected: ({ body }) => expect(body.data.results).toHaveLength(3),
	},
	"/v1.0/attempt/vendor-advance": {
		prepare: async (user) => void (await user.raise("k", fullAdvance)),
		expected: succeeds({ paymentRequestId: expect.any(String) }),
	},
	"/v1.0/procurement/purchase-order": {
		query: "state=DRAFTED",
		expected: lists("poId", "po-drafted"),
	},
	"/v1.0/procurement/purchase-order/{poId}": {
		id: "po-1",
		expected: succeeds({ poId: "po-1" }),
	},
	"/v1.0/inventory/skus": {
		prepare: async (user) =>
			void (await createSkus(user, [{ name: "Rod", itemCode: "ROD-1" }])),
		expected: lists("itemCode", "ROD-1"),
	},
	"/v1.0/vendor": { expected: lists("vendorId", "v-1", "v-2") },
	"/v1.0/vendor/{vendorId}": {
		id: "v-1",
		expected: succeeds({ vendorId: "v-1" }),
	},
	"/v1.0/invoice": {
		expected: lists("id", "inv-0", "inv-1", "inv-2", "inv-3", "inv-4", "inv-5"),
	},
	"/v1.0/invoice/{id}": { id: "inv-0", expected: succeeds({ id: "inv-0" }) },
	"/v1.0/invoice/{id}/payments": {
		prepare: payThree,
		id: "inv-0",
		expected: lists("amount", 1),
	},
	"/v1.0/payment/request": {
		expected: lists("paymentRequestId", "adv-1", "adv-2"),
	},
	"/v1.0/payment/request/{paymentRequestId}": {
		id: "adv-1",
		expected: succeeds({ paymentRequestId: "adv-1" }),
	},
	"/v1.0/payment/request/{paymentRequestId}/history": {
		prepare: raiseAdvance,
		expected: lists("action", "CREATED", "STAGE_OPENED"),
	},
	"/v1.0/approval": {
		prepare: async (user) => void (await raiseAdvance(user)),
		expected: lists("stage", 0),
	},
	"/v1.0/payment/run": {
		prepare: async (user) => void (await prepareRun(user)),
		expected: lists("state", "DRAFT"),
	},
	"/v1.0/payment/run/{runId}": {
		prepare: prepareRun,
		expected: succeeds({ state: "DRAFT" }),
	},
	"/v1.0/payment/run/{runId}/check": {
		prepare: prepareRun,
		expected: lists("slug", "inv-0", "inv-1"),
	},
	"/v1.0/event": {
		prepare: async (user) => {
			const records = await recordsOf(user.world, () => payThree(user));
			// The ids of the events follow from those of the records, and are the same in every run.
			await user.publish(
				records.map((record, at) => ({ ...record, eventID: `record-${at}` })),
			);
		},
		expected: ({ body }) => expect(body.data.items).toHaveLength(3),
	},
	"/v1.0/organization": { expected: succeeds({ id: "acme" }) },
	"/v1.0/organization/entities": { expected: lists("id", 11, 12) },
	"/v1.0/organization/users": {
		expected: lists("id", "u-admin", "u-cfo", "u-gone"),
	},
	"/v1.0/tax/gst": { expected: lists("id", 1, 2) },
	"/v1.0/tax/tds": { expected: lists("id", 1) },
	"/v1.0/tag": { expected: lists("id", "cost-centre", "project") },
	"/v1.0/key": { expected: succeeds({ userId: "u-admin", active: true }) },
	"/v1.0/tag/{id}": {
		id: "cost-centre",
		expected: succeeds({ id: "cost-centre" }),
	},
};

/** Each endpoint that reads, and the look-ups that read in another way. */
export const readScenarios: Scenario[] = [
	...everyEndpoint
		.filter(({ method }) => method === "GET")
		.map(({ path }) =>
			reading(`a request reads ${path}`, path, requireRead(path)),
		),
	reading("an invoice is looked up by its number", "/v1.0/invoice", {
		query: "vendorId=v-1&invoiceNumber=N-1",
		prepare: async (user) =>
			void (await user.send("POST", "/v1.0/invoice/bulk", {
				invoices: [newInvoice()],
			})),
		expected: lists("invoiceNumber", "N-1"),
	}),
];

function reading(
	name: string,
	path: string,
	{ prepare = async () => undefined, id = "", query = "", expected }: Read,
) {
	const search = query && `?${query}`;
	return scenario({
		name,
		prepare,
		act(user, prepared) {
			const url = path.replace(/\{.+\}/, String(prepared ?? id));
			return user.send("GET", `${url}${search}`, undefined, {
				idempotencyKey: "k",
			});
		},
		expected,
	});
}

function requireRead(path: string): Read {
	const read = reads[path];
	if (read) return read;
	throw new Error(
		`No scenario reads ${path}: add what it needs to "reads" in test/reliability/scenarios/reads.ts`,
	);
}
