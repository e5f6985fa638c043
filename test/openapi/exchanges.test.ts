import { expect, it } from "vitest";
import { operations } from "../../openapi/document.ts";
import { type Exchange, exchangesPath } from "../../openapi/exchanges.ts";
import { acme } from "../support/acme.ts";
import { passSeconds, resourcesOf, workOff } from "../support/batches.ts";
import { countedIds } from "../support/counted-ids.ts";
import {
	findEndpoint,
	type TestedEndpoint,
} from "../support/every-endpoint.ts";
import { openWorld, type SendOptions, type World } from "../support/world.ts";

/** Its exchanges are the examples of `docs/openapi.json`: `npm run openapi:examples` records them anew. */
it("openapi/examples: the recorded exchanges are what the service answers today", async () => {
	await using world = await openWorld({ newId: countedIds() });
	await world.import(organization());
	const recorder = createRecorder(world);
	await recordExchanges(recorder);
	for (const { id } of Object.values(operations)) {
		const exchanges = recorder.recorded.get(id) ?? [];
		await expect(
			`${JSON.stringify(exchanges, null, "\t")}\n`,
			"run npm run openapi:examples && npm run openapi",
		).toMatchFileSnapshot(exchangesPath(id));
	}
});

/** ULIDs of the fixed clock, with a counter in place of what is random. */
const organization = () =>
	acme({
		entities: [
			{ id: 11, name: "Mumbai", gstin: "27AAPFU0939F1ZV" },
			{ id: 12, name: "Pune" },
		],
		gstTaxes: [{ id: 1, name: "GST 18%", rate: 18, rateType: "PERCENTAGE" }],
		tdsTaxes: [{ id: 1, name: "TDS 10%", rate: 10, rateType: "PERCENTAGE" }],
		tags: [
			{
				slug: "cost-centre",
				name: "Cost centre",
				type: "DROPDOWN",
				options: [{ id: 7, name: "R&D" }],
			},
			{ slug: "project", name: "Project", type: "VARCHAR" },
		],
		// It is in the demo organization too, where the example of a payment can be tried.
		invoices: [
			{ slug: "inv-1001", amount: 1_000, invoiceNumber: "STEEL/2026/1001" },
			...batch,
		].map((one) => ({ ...one, vendorId: "v-steel", state: "APPROVED" })),
		submissionPolicies: [
			{
				minAmount: 50_000,
				requiredFields: [{ slug: "description", kind: "DESCRIPTION" }],
			},
		],
		approvalPolicies: [
			{
				name: "Large advances",
				when: { minAmount: 5_000 },
				stages: [{ approvers: ["u-admin"] }],
			},
			{ name: "Default", default: true, stages: [] },
		],
		procurementPolicy: { payers: ["u-admin"] },
	});

const batch = resourcesOf(101).map(({ slug }) => ({ slug, amount: 10 }));

interface Request extends SendOptions {
	method?: TestedEndpoint["method"];
	url: string;
	body?: unknown;
	/** Of a body that is too long for an example. */
	isBodyLeftOut?: true;
}

type Recorder = ReturnType<typeof createRecorder>;

function createRecorder(world: World) {
	const recorded = new Map<string, Exchange[]>();
	return {
		world,
		recorded,
		/** Sends a request, and records what was sent and answered under a name. */
		async exchange(name: string, summary: string, request: Request) {
			passSeconds(world, 60);
			const { method = "GET", url, body, isBodyLeftOut, ...options } = request;
			const { idempotencyKey = null, headers } = options;
			const sent = { ...options, idempotencyKey };
			const answer = await world.send(method, url, body, sent);
			const { status, headers: answered, body: answerBody } = answer;
			const { "content-type": _, ...shown } = answered;
			const { endpoint } = findEndpoint(method, url.split("?")[0] ?? "");
			const id = operations[`${method} ${endpoint.path}`]?.id ?? "";
			const exchange: Exchange = {
				name,
				summary,
				request: {
					url,
					headers: {
						...(idempotencyKey && { "x-idempotency-key": idempotencyKey }),
						...headers,
					},
					...(body !== undefined && !isBodyLeftOut && { body }),
				},
				response: { status, headers: shown, body: answerBody },
			};
			recorded.set(id, [...(recorded.get(id) ?? []), exchange]);
			return answerBody.data;
		},
	};
}

async function recordExchanges(recorder: Recorder) {
	await readTheOrganization(recorder);
	await createReferences(recorder);
	const poId = await createOrders(recorder);
	await raiseAdvances(recorder, poId);
	await payInvoices(recorder);
	await payBatch(recorder);
}

async function readTheOrganization({ exchange }: Recorder) {
	const read = (url: string, summary: string) =>
		exchange("found", summary, { url });
	await read("/v1.0/organization", "The organization of the key");
	await read("/v1.0/organization/entities", "Two entities");
	await read("/v1.0/tax/gst", "One GST tax");
	await read("/v1.0/tax/tds", "One TDS tax");
	await read("/v1.0/tag", "Two tags");
	await read("/v1.0/tag/cost-centre", "A tag with options");
	await exchange("unknown", "No such tag", { url: "/v1.0/tag/cost-center" });
}

async function createReferences({ exchange }: Recorder) {
	const skus = {
		method: "POST",
		url: "/v1.0/inventory/skus/bulk",
	} as const;
	await exchange("created", "One created, one code repeated", {
		...skus,
		body: {
			skus: [
				{ name: "Steel rod", itemCode: "ROD-1", unit: "kg", rate: 80.5 },
				{ name: "Steel rod, long", itemCode: "rod-1" },
			],
		},
	});
	await exchange("invalid", "No SKUs", { ...skus, body: { skus: [] } });
	await exchange("found", "One SKU", { url: "/v1.0/inventory/skus" });
	await exchange("invalid", "An unknown parameter", {
		url: "/v1.0/inventory/skus?code=ROD-1",
	});

	const vendors = { method: "POST", url: "/v1.0/vendor" } as const;
	const vendor = { vendorId: "v-steel", name: "Steel Traders" };
	await exchange("created", "With an id of the caller's", {
		...vendors,
		body: { ...vendor, gstin: "27AAPFU0939F1ZV", email: "ap@steel.example" },
	});
	await exchange("taken", "Another vendor has the id", {
		...vendors,
		body: { ...vendor, name: "Steel & Sons" },
	});
	await exchange("found", "One vendor", { url: "/v1.0/vendor" });
	await exchange("found", "A vendor", { url: "/v1.0/vendor/v-steel" });
}

async function createOrders({ exchange }: Recorder): Promise<string> {
	const path = "/v1.0/procurement/purchase-order";
	const orders = { method: "POST", url: path } as const;
	const draft = {
		poNumber: "PO-0001",
		poType: "GOODS",
		matchingType: "THREE_WAY",
		poDate: "2026-11-21",
		gstin: "27AAPFU0939F1ZV",
		lineItems: [
			{
				identifier: "rods",
				quantity: 12.5,
				rate: 80.5,
				skuCode: "ROD-1",
				taxId: 1,
				tags: { "cost-centre": { value: 7 } },
			},
		],
	};
	const { poId } = await exchange(
		"warned",
		"Not complete: created as a draft",
		{ ...orders, body: { ...draft, vendorId: "v-steel", state: "ACTIVE" } },
	);
	const { poNumber: _, ...incomplete } = draft;
	await exchange("missing", "A required field is missing", {
		...orders,
		body: incomplete,
	});
	await exchange("unknownVendor", "No such vendor", {
		...orders,
		body: { ...draft, vendorId: "v-wood" },
	});

	const completion = {
		description: "Steel for the new hall",
		paymentTerms: "Net 30",
		state: "ACTIVE",
	};
	const one = { method: "PATCH", url: `${path}/${poId}` } as const;
	await exchange("activated", "Completed and activated", {
		...one,
		body: completion,
		headers: { "if-match": '"1"' },
	});
	await exchange("changed", "Changed since it was read", {
		...one,
		body: completion,
		headers: { "if-match": '"1"' },
	});
	await exchange("active", "No draft any more", { ...one, body: completion });
	await exchange("found", "An active order", { url: `${path}/${poId}` });
	await exchange("found", "The approved orders", {
		url: `${path}?state=APPROVED`,
	});
	return poId;
}

async function raiseAdvances({ exchange }: Recorder, poId: string) {
	const advances = {
		method: "POST",
		url: "/v1.0/payment/request/vendor-advance",
	} as const;
	const advance = { amount: 1_000, vendorId: "v-steel" };
	const idempotencyKey = "5f0c3a52-advance";
	const { paymentRequestId } = await exchange(
		"created",
		"Linked to an order, with GST",
		{
			...advances,
			body: {
				...advance,
				gstId: 1,
				gstAmount: 180,
				purchaseOrderLinkId: poId,
				narration: "Advance for steel",
			},
			idempotencyKey,
		},
	);
	await exchange("repeated", "A repeated idempotency key", {
		...advances,
		body: advance,
		idempotencyKey,
	});
	await exchange("mismatch", "Another GST amount than the computed one", {
		...advances,
		body: { ...advance, gstId: 1, gstAmount: 18 },
	});
	await exchange("settled", "It created a payment request", {
		url: "/v1.0/attempt/vendor-advance",
		idempotencyKey,
	});
	await exchange("found", "One advance", { url: "/v1.0/payment/request" });
	await exchange("found", "An approved advance", {
		url: `/v1.0/payment/request/${paymentRequestId}`,
	});
}

async function payInvoices({ exchange }: Recorder) {
	const invoice = {
		invoiceNumber: "ST/2026/117",
		vendorId: "v-steel",
		amount: 1_180.1,
		invoiceDate: "2026-11-01",
		dueDate: "2026-12-01",
	};
	const { created } = await exchange("created", "One created, one known", {
		method: "POST",
		url: "/v1.0/invoice/bulk",
		body: { invoices: [invoice, { ...invoice, amount: 1_180 }] },
	});
	const [{ id }] = created;
	const path = `/v1.0/invoice/${encodeURIComponent(id)}`;
	await exchange("approved", "A draft is approved", {
		method: "PATCH",
		url: path,
		body: { state: "APPROVED" },
		headers: { "if-match": '"1"' },
	});

	const payments = {
		method: "POST",
		url: "/v1.0/payment/mark-as-paid",
	} as const;
	const idempotencyKey = "2a6f1c9e-payment";
	const resource = { slug: "inv-1001", amount: 100.1, utr: "HDFC000123456" };
	await exchange("paid", "One paid in part, one unknown", {
		...payments,
		body: {
			resourceType: "INVOICE",
			resources: [resource, { slug: "inv-999", amount: 1 }],
		},
		idempotencyKey,
	});
	await exchange("nothingPaid", "Nothing was paid", {
		...payments,
		body: {
			resourceType: "INVOICE",
			resources: [{ ...resource, amount: 5_000 }],
		},
		idempotencyKey: "7d21b6aa-payment",
	});
	await exchange("repeated", "A repeated idempotency key", {
		...payments,
		body: { resourceType: "INVOICE", resources: [resource] },
		idempotencyKey,
	});
	await exchange("noKey", "No idempotency key", {
		...payments,
		body: { resourceType: "INVOICE", resources: [resource] },
	});
	await exchange("settled", "One recorded, one not", {
		url: "/v1.0/attempt/mark-as-paid",
		idempotencyKey,
	});
	const paid = "/v1.0/invoice/inv-1001";
	await exchange("found", "One payment", { url: `${paid}/payments` });
	await exchange("found", "An invoice that is paid in part", { url: paid });
	await exchange("found", "The invoice with this number", {
		url: "/v1.0/invoice?vendorId=v-steel&invoiceNumber=ST%2F2026%2F117",
	});
}

async function payBatch({ exchange, world }: Recorder) {
	const path = "/v1.0/payment/mark-as-paid";
	const { bulkActionSlug } = await exchange(
		"accepted",
		"More than 100 resources are accepted as a batch (their request is left out)",
		{
			method: "POST",
			url: path,
			body: { resourceType: "INVOICE", resources: batch },
			isBodyLeftOut: true,
			idempotencyKey: "9be4d017-batch",
		},
	);
	await exchange("pending", "A batch that has begun", {
		url: `${path}/${bulkActionSlug}`,
	});
	await workOff(world);
	await exchange("done", "The first results of a batch that is done", {
		url: `${path}/${bulkActionSlug}?limit=2`,
	});
	await exchange("unknown", "No such batch", { url: `${path}/no-such-batch` });
	await exchange("found", "One batch", { url: path });
}
