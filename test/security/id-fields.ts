/** Makes a request with an id in one place. `poId` is an own draft. */
export type IdRequest = (
	id: string | number,
	poId: string,
) => { method: string; url: string; body?: object; idempotencyKey?: string };

interface IdField {
	/** Route key and name, as the OpenAPI document has them. */
	field: string;
	/** Id of a record of another organization, or the name of one that the test makes. */
	foreign: string | number;
	/** One that no organization has. */
	unknown: string | number;
	request: IdRequest;
}

const unknownUlid = "01M7Y0C0S90BM67ASB78DYHHM5";
const orders = "/v1.0/procurement/purchase-order";
const advances = "/v1.0/payment/request/vendor-advance";

const inPath = (
	route: string,
	foreign: string,
	unknown: string,
	body?: object,
): IdField => {
	const [method = "", path = ""] = route.split(" ");
	const name = /\{(.+)\}/.exec(path)?.[1];
	return {
		field: `${route} ${name}`,
		foreign,
		unknown,
		request: (id) => ({
			method,
			url: path.replace(/\{.+\}/, String(id)),
			...(body && { body }),
		}),
	};
};

const inQuery = (
	path: string,
	name: string,
	foreign: string,
	unknown: string,
): IdField => ({
	field: `GET ${path} ${name}`,
	foreign,
	unknown,
	request: (id) => ({ method: "GET", url: `${path}?${name}=${id}` }),
});

const inBody = (
	route: string,
	name: string,
	ids: [foreign: string | number, unknown: string | number],
	toBody: (id: string | number) => object,
): IdField => {
	const [method = "", path = ""] = route.split(" ");
	const [foreign, unknown] = ids;
	return {
		field: `${route} ${name}`,
		foreign,
		unknown,
		request: (id, poId) => ({
			method,
			url: path.replace(/\{.+\}/, poId),
			body: toBody(id),
		}),
	};
};

const line = { identifier: "line-1", quantity: 1, rate: 1 };
const order = {
	poNumber: "PO-0001",
	lineItems: [line],
	poType: "GOODS",
	matchingType: "TWO_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
};
const advance = { amount: 1000, vendorId: "v-1" };
const vendorIds: [string, string] = ["foreign-vendor", "nobody-vendor!"];
const tagIds: [string, string] = ["foreign-tag", "unknown-tag"];

/** What an order may name; of a draft, a patch may name the same. */
const orderFields = (route: string, whole: object): IdField[] => [
	inBody(route, "vendorId", vendorIds, (vendorId) => ({ ...whole, vendorId })),
	inBody(route, "taxId", [902, 990], (taxId) => ({
		...whole,
		lineItems: [{ ...line, taxId }],
	})),
	inBody(route, "skuCode", ["FOREIGN-1", "UNKNOWN-1"], (skuCode) => ({
		...whole,
		matchingType: "THREE_WAY",
		lineItems: [{ ...line, skuCode }],
	})),
	inBody(route, "skuName", ["foreign sku", "unknown sku"], (skuName) => ({
		...whole,
		matchingType: "THREE_WAY",
		lineItems: [{ ...line, skuName }],
	})),
	inBody(route, "tags", tagIds, (slug) => ({
		...whole,
		tags: { [slug]: { value: "x" } },
	})),
];

const advanceField = (
	name: string,
	ids: [string | number, string | number],
	more: object = {},
) =>
	inBody(`POST ${advances}`, name, ids, (id) => ({
		...advance,
		...more,
		[name]: id,
	}));

const attempt = (operation: string): IdField => ({
	field: `GET /v1.0/attempt/${operation} x-idempotency-key`,
	foreign: "foreign-key",
	unknown: "unknown-key",
	request: (id) => ({
		method: "GET",
		url: `/v1.0/attempt/${operation}`,
		idempotencyKey: String(id),
	}),
});

/** Every place of every request that may name a record. */
export const idFields: readonly IdField[] = [
	inPath(`GET ${orders}/{poId}`, "foreign-order", "unknown-order"),
	inPath(`PATCH ${orders}/{poId}`, "foreign-order", "unknown-order", {
		description: "taken over",
	}),
	inPath("GET /v1.0/vendor/{vendorId}", ...vendorIds),
	inPath(
		"GET /v1.0/payment/request/{paymentRequestId}",
		"paymentRequest",
		unknownUlid,
	),
	inPath("GET /v1.0/invoice/{id}", "inv-0", "inv-x"),
	inPath("PATCH /v1.0/invoice/{id}", "inv-0", "inv-x", {
		description: "taken over",
	}),
	inPath("GET /v1.0/invoice/{id}/payments", "inv-0", "inv-x"),
	inPath(
		"GET /v1.0/payment/mark-as-paid/{bulkActionSlug}",
		"batch",
		unknownUlid,
	),
	inPath("GET /v1.0/tag/{id}", ...tagIds),
	attempt("mark-as-paid"),
	attempt("vendor-advance"),
	inQuery(orders, "vendorId", ...vendorIds),
	inQuery(orders, "poNumber", "FOREIGN-PO", "UNKNOWN-PO"),
	inQuery("/v1.0/inventory/skus", "itemCode", "FOREIGN-1", "UNKNOWN-1"),
	inQuery("/v1.0/inventory/skus", "name", "foreign sku", "unknown sku"),
	inQuery("/v1.0/payment/request", "vendorId", ...vendorIds),
	inQuery("/v1.0/invoice", "vendorId", ...vendorIds),
	{
		field: "GET /v1.0/invoice invoiceNumber",
		foreign: "FOREIGN-inv-0",
		unknown: "UNKNOWN-inv-0",
		request: (id) => ({
			method: "GET",
			url: `/v1.0/invoice?vendorId=foreign-vendor&invoiceNumber=${id}`,
		}),
	},
	{
		field: "GET /v1.0/invoice cursor",
		foreign: "cursor",
		unknown: "bm8tc3VjaC1jdXJzb3I",
		request: (id) => ({
			method: "GET",
			url: `/v1.0/invoice?limit=1&cursor=${id}`,
		}),
	},
	...orderFields(`POST ${orders}`, order),
	...orderFields(`PATCH ${orders}/{poId}`, {}),
	advanceField("vendorId", vendorIds),
	advanceField("gstId", [902, 990], { gstAmount: 180 }),
	advanceField("tdsId", [903, 990], { tdsAmount: 100 }),
	advanceField("orgEntity", [901, 990]),
	advanceField("purchaseOrderLinkId", ["foreign-order", "unknown-order"]),
	inBody(`POST ${advances}`, "tags", tagIds, (slug) => ({
		...advance,
		tags: { [slug]: { value: "x" } },
	})),
	inBody(
		"POST /v1.0/payment/mark-as-paid",
		"slug",
		["inv-0", "inv-x"],
		(slug) => ({
			resourceType: "INVOICE",
			resources: [{ slug, amount: 1 }],
		}),
	),
	inBody("POST /v1.0/invoice/bulk", "vendorId", vendorIds, (vendorId) => ({
		invoices: [
			{ vendorId, invoiceNumber: "N-1", amount: 1, invoiceDate: "2026-11-01" },
		],
	})),
	// An organization chooses these itself: another's may be the same.
	inBody(
		"POST /v1.0/invoice/bulk",
		"invoiceNumber",
		["FOREIGN-inv-0", "UNKNOWN-inv-0"],
		(invoiceNumber) => ({
			invoices: [
				{
					vendorId: "v-1",
					invoiceNumber,
					amount: 1,
					invoiceDate: "2026-11-01",
				},
			],
		}),
	),
	inBody("POST /v1.0/vendor", "vendorId", vendorIds, (vendorId) => ({
		name: "Own",
		vendorId,
	})),
	inBody(
		"POST /v1.0/inventory/skus/bulk",
		"itemCode",
		["FOREIGN-1", "UNKNOWN-1"],
		(itemCode) => ({
			skus: [{ name: "Own", itemCode }],
		}),
	),
	...["mark-as-paid", "request/vendor-advance"].map(
		(path): IdField => ({
			field: `POST /v1.0/payment/${path} x-idempotency-key`,
			foreign: "foreign-key",
			unknown: "unknown-key",
			request: (id) => ({
				method: "POST",
				url: `/v1.0/payment/${path}`,
				body: {},
				idempotencyKey: String(id),
			}),
		}),
	),
];

/** Names that are no ids wherever they occur; cursors of other lists hold no more than that of invoices. */
export const notIds: readonly string[] = [
	...["limit", "cursor", "state", "open", "If-Match", "name", "unit", "rate"],
	...["hsnSac", "poNumber", "quantity", "identifier", "taxAmount", "poType"],
	...["matchingType", "poDate", "gstin", "description", "currency"],
	...["paymentTerms", "deliveryDate", "termsAndConditions", "additionalNotes"],
	...["email", "amount", "gstAmount", "tdsAmount", "narration", "dueDate"],
	...["invoiceDate", "resourceType", "utr", "paymentDate"],
];
