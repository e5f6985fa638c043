/** How an operation is tried with the demo organization. */
interface Try {
	/** The example of the body: it works at the first click and again. Absent: the first one that was recorded does. */
	body?: unknown;
	/** Values of parameters; undefined where the demo organization has no record that fits. */
	parameters?: Readonly<Record<string, string | undefined>>;
	/** What the reader does first, and what can be done only once. */
	note?: string;
}

const raiseAdvance =
	"First raise an advance with the vendor `v-cloud`, which waits for `u-admin`, and enter its `paymentRequestId`.";
const startBatch =
	"First send `POST /v1.0/payment/mark-as-paid` with more than 100 resources, and enter the `bulkActionSlug` of its answer.";
const sendFirst = (path: string) =>
	`First send \`POST ${path}\`. Left empty, \`x-idempotency-key\` is that of the last request from this page.`;
/** For what is posted under a payment request, unless it has other values below. */
const pendingRequest: Try = {
	parameters: { paymentRequestId: undefined },
	note: raiseAdvance,
};

const tries: Readonly<Record<string, Try>> = {
	createSkus: {
		body: { skus: [{ name: "Steel rod", unit: "kg", rate: 80.5 }] },
	},
	updatePurchaseOrder: {
		body: {
			poType: "SERVICES",
			matchingType: "TWO_WAY",
			poDate: "2026-11-21",
			gstin: "27AAPFU0939F1ZV",
			lineItems: [{ identifier: "visit", quantity: 1, rate: 2_500 }],
		},
		note: "This example leaves the order a draft. With `state: ACTIVE` it is activated, only once.",
	},
	createVendor: { body: { name: "Steel Traders" } },
	createVendorAdvance: { body: { vendorId: "v-print", amount: 1_000 } },
	createInvoices: {
		body: {
			invoices: [
				{
					invoiceNumber: "ST/2026/118",
					vendorId: "v-steel",
					amount: 1_180.1,
					invoiceDate: "2026-11-01",
				},
			],
		},
		note: "A vendor's invoice number is taken only once: the second click finds it in `failed`.",
	},
	updateInvoice: {
		note: "An invoice is approved only once: the second click changes nothing.",
	},
	decideApproval: {
		note: `${raiseAdvance} An approval is decided only once: the second click changes nothing.`,
	},
	resubmitPaymentRequest: {
		parameters: { ...pendingRequest.parameters, "If-Match": '"2"' },
		body: { vendorId: "v-cloud", amount: 900 },
		note: `${raiseAdvance} Then return it with \`{"decision": "RETURN", "stage": 0, "round": 1, "note": "Why?"}\`. It is resubmitted only once: the second click is a 412.`,
	},
	cancelPaymentRequest: {
		note: `${raiseAdvance} It is cancelled only once: the second click changes nothing.`,
	},
	changeApprover: {
		parameters: { ...pendingRequest.parameters, "If-Match": '"1"' },
		body: { stage: 0, round: 1, to: "u-director", reason: "Second opinion" },
		note: `${raiseAdvance} An approver is added only once: the second click changes nothing.`,
	},
	reversePayment: {
		note: "First pay `inv-1001`, and enter the `id` that `GET /v1.0/invoice/{id}/payments` lists. A payment is reversed only once: the second click changes nothing.",
	},
	markAsPaid: {
		body: {
			resourceType: "INVOICE",
			resources: [{ slug: "inv-1001", amount: 1 }],
		},
	},
	getBatch: { note: startBatch },
	stopBatch: {
		note: `${startBatch} A batch is stopped only once: the second click changes nothing.`,
	},
	getMarkAsPaidAttempt: { note: sendFirst("/v1.0/payment/mark-as-paid") },
	getVendorAdvanceAttempt: {
		note: sendFirst("/v1.0/payment/request/vendor-advance"),
	},
};

export const keyHeader = "x-idempotency-key";

export interface TriedParameter {
	name: string;
	in: string;
	required?: boolean;
	description?: string;
	example?: string;
}

/** The parts of an operation that are used here. */
export interface TriedOperation {
	operationId: string;
	description: string;
	parameters?: TriedParameter[];
	requestBody?: { content: { "application/json": JsonBody } };
}

interface JsonBody {
	examples?: object;
}

/**
 * The operation with the one example of its body that works, a note where a click is not enough, and with an
 * idempotency key that may be left empty: `browser/reference.js` sends one then.
 */
export function withExampleToTry<Operation extends TriedOperation>(
	operation: Operation,
): Operation {
	const { operationId, description, parameters, requestBody } = operation;
	const isOfRequest =
		requestBody && parameters?.some(({ name }) => name === "paymentRequestId");
	const {
		body,
		parameters: values = {},
		note,
	} = { ...(isOfRequest && pendingRequest), ...tries[operationId] };
	const json = requestBody?.content["application/json"];
	return {
		...operation,
		...(note && { description: `${description}\n\n**To try it:** ${note}` }),
		...(parameters && {
			parameters: parameters.map((one) => {
				const { example: _, ...bare } = one;
				if (one.name === keyHeader) return withOwnKey(one, operation);
				if (!(one.name in values)) return one;
				const example = values[one.name];
				return { ...bare, ...(example !== undefined && { example }) };
			}),
		}),
		...(json && {
			requestBody: {
				...requestBody,
				content: {
					"application/json": { ...json, examples: examplesOf(json, body) },
				},
			},
		}),
	};
}

/** Only one: the other recorded ones need records that the demo organization does not have, or are refused. */
function examplesOf({ examples = {} }: JsonBody, body: unknown) {
	if (body !== undefined)
		return {
			toTry: { summary: "Works with the demo organization", value: body },
		};
	return Object.fromEntries(Object.entries(examples).slice(0, 1));
}

const withOwnKey = (
	parameter: TriedParameter,
	{ requestBody }: TriedOperation,
): TriedParameter => ({
	...parameter,
	required: false,
	description: requestBody
		? `${parameter.description} Left empty, this page sends a new one.`
		: `${parameter.description} Left empty, this page sends the last one that it has sent.`,
});
