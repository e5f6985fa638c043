/** Records of the organization that asks: a draft of an order, and a batch. */
export interface OwnRecords {
	poId: string;
	batch: string;
	/** One that waits for approval. */
	paymentRequest: string;
	/** One that was returned. */
	returnedRequest: string;
}

/** Makes a request with an id in one place. */
export type IdRequest = (
	id: string | number,
	own: OwnRecords,
) => {
	method: string;
	url: string;
	body?: object;
	idempotencyKey?: string;
	ifMatch?: number;
};

export interface IdField {
	/** Route key and full path of the name, as the OpenAPI document has them; `*` stands for any name of a map. */
	field: string;
	/** Id of a record of another organization, or the name of one that the test makes. */
	foreign: string | number;
	/** One that no organization has. */
	unknown: string | number;
	request: IdRequest;
}

/** An id of a record of the other organization, and one that no organization has. */
export type Ids = readonly [foreign: string | number, unknown: string | number];

export function inPath(
	route: string,
	[foreign, unknown]: Ids,
	body?: object,
): IdField {
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
}

export const inQuery = (
	path: string,
	name: string,
	[foreign, unknown]: Ids,
	others = "",
): IdField => ({
	field: `GET ${path} ${name}`,
	foreign,
	unknown,
	request: (id) => ({ method: "GET", url: `${path}?${name}=${id}${others}` }),
});

export function inBody(
	route: string,
	name: string,
	[foreign, unknown]: Ids,
	toBody: (id: string | number) => object,
): IdField {
	const [method = "", path = ""] = route.split(" ");
	return {
		field: `${route} ${name}`,
		foreign,
		unknown,
		request: (id, { poId }) => ({
			method,
			url: path.replace(/\{.+\}/, poId),
			body: toBody(id),
		}),
	};
}

/** In the body of a transition of an own payment request. */
export const inTransition = (
	name: "approver" | "resubmission",
	property: string,
	[foreign, unknown]: Ids,
	toBody: (id: string | number) => object,
): IdField => ({
	field: `POST ${requests}/{paymentRequestId}/${name} ${property}`,
	foreign,
	unknown,
	request: (id, { paymentRequest, returnedRequest }) => ({
		method: "POST",
		url: `${requests}/${name === "approver" ? paymentRequest : returnedRequest}/${name}`,
		body: toBody(id),
		...(name === "resubmission" && { ifMatch: 2 }),
	}),
});

export const inKey = (route: string): IdField => {
	const [method = "", url = ""] = route.split(" ");
	const [foreign, unknown] = ids.idempotencyKey;
	return {
		field: `${route} x-idempotency-key`,
		foreign,
		unknown,
		request: (id) => ({
			method,
			url,
			...(method !== "GET" && { body: {} }),
			idempotencyKey: String(id),
		}),
	};
};

export const unknownUlid = "01M7Y0C0S90BM67ASB78DYHHM5";
export const orders = "/v1.0/procurement/purchase-order";
export const requests = "/v1.0/payment/request";
export const advances = "/v1.0/payment/request/vendor-advance";

export const ids = {
	vendor: ["foreign-vendor", "absent-vendor!"],
	user: ["foreign-user", "absent-user"],
	order: ["foreign-order", "unknown-order"],
	orderNumber: ["FOREIGN-PO", "UNKNOWN-PO"],
	invoice: ["inv-0", "inv-x"],
	invoiceNumber: ["FOREIGN-inv-0", "UNKNOWN-inv-0"],
	skuCode: ["FOREIGN-1", "UNKNOWN-1"],
	skuName: ["foreign sku", "unknown sku"],
	entity: [901, 990],
	gstTax: [902, 990],
	tdsTax: [903, 990],
	tag: ["foreign-tag", "unknown-tag"],
	/** Option ids of the tag `cost-centre`, which both organizations have. */
	tagOption: [904, 990],
	idempotencyKey: ["foreign-key", "unknown-key"],
} as const satisfies Record<string, Ids>;
