import { dataSchema as batchStatusSchema } from "../../functions/batch-status/response-schema.ts";
import {
	createdSkuSchema,
	failedSkuSchema,
} from "../../functions/bulk-skus/response-schema.ts";
import {
	createdInvoiceSchema,
	failedInvoiceSchema,
} from "../../functions/create-invoices/response-schema.ts";
import {
	acceptedBatchSchema,
	resultsSchema,
} from "../../functions/mark-as-paid/response-schema.ts";
import {
	attemptResultSchema,
	dataSchema as attemptSchema,
} from "../../functions/read-attempts/response-schema.ts";
import {
	batchRecordSchema,
	resultCountsSchema,
} from "../../shared/batches/batch-record-schema.ts";
import {
	invoiceRecordSchema,
	lockSchema,
	paymentRecordSchema,
} from "../../shared/invoices/invoice-record-schema.ts";
import { keyRecordSchema } from "../../shared/organizations/api-keys/key-record-schema.ts";
import {
	approvalPolicySchema,
	entityRecordSchema,
	listedTagSchema,
	organizationRecordSchema,
	submissionPolicySchema,
	tagRecordSchema,
	taxRecordSchema,
} from "../../shared/organizations/organization-record-schemas.ts";
import {
	advanceTaxSchema,
	approvalSchema,
	listedPaymentRequestSchema,
	paymentRequestRecordSchema,
} from "../../shared/payment-requests/payment-request-record-schema.ts";
import { checkItemSchema } from "../../shared/payment-runs/check-result-schema.ts";
import { paymentRunRecordSchema } from "../../shared/payment-runs/payment-run-record-schema.ts";
import {
	batchResultSchema,
	paymentResultSchema,
} from "../../shared/payments/payment-result-schema.ts";
import {
	lineItemRecordSchema,
	listedPurchaseOrderSchema,
	purchaseOrderRecordSchema,
} from "../../shared/purchase-orders/purchase-order-record-schema.ts";
import {
	skuMatchWarningSchema,
	submitWarningsSchema,
} from "../../shared/purchase-orders/response-schema.ts";
import {
	decimal,
	instant,
	type Schema,
	tagValues,
	who,
} from "../../shared/schemas/record-schema.ts";
import { skuRecordSchema } from "../../shared/skus/sku-record-schema.ts";
import { vendorRecordSchema } from "../../shared/vendors/vendor-record-schema.ts";
import {
	commonResponses,
	gatewayErrorSchema,
	keyErrorSchema,
} from "./responses.ts";

/** The schemas that have a name in the document. A reference is written wherever one of these objects is used. */
const namedSchemas: Readonly<Record<string, Schema>> = {
	Decimal: decimal,
	Instant: instant,
	Who: who,
	TagValues: tagValues,
	GatewayError: gatewayErrorSchema,
	IdempotencyKeyError: keyErrorSchema,
	Sku: skuRecordSchema,
	CreatedSku: createdSkuSchema,
	FailedSku: failedSkuSchema,
	PurchaseOrder: purchaseOrderRecordSchema,
	ListedPurchaseOrder: listedPurchaseOrderSchema,
	LineItem: lineItemRecordSchema,
	SkuMatchWarning: skuMatchWarningSchema,
	SubmitWarnings: submitWarningsSchema,
	Vendor: vendorRecordSchema,
	PaymentRequest: paymentRequestRecordSchema,
	ListedPaymentRequest: listedPaymentRequestSchema,
	AdvanceTax: advanceTaxSchema,
	Approval: approvalSchema,
	Invoice: invoiceRecordSchema,
	InvoiceLock: lockSchema,
	CreatedInvoice: createdInvoiceSchema,
	FailedInvoice: failedInvoiceSchema,
	Payment: paymentRecordSchema,
	PaymentResult: paymentResultSchema,
	PaymentResults: resultsSchema,
	AcceptedBatch: acceptedBatchSchema,
	Batch: batchRecordSchema,
	BatchStatus: batchStatusSchema,
	BatchResult: batchResultSchema,
	ResultCounts: resultCountsSchema,
	PaymentRun: paymentRunRecordSchema,
	PaymentRunCheckItem: checkItemSchema,
	Attempt: attemptSchema,
	AttemptResult: attemptResultSchema,
	Organization: organizationRecordSchema,
	SubmissionPolicy: submissionPolicySchema,
	ApprovalPolicy: approvalPolicySchema,
	Entity: entityRecordSchema,
	Tax: taxRecordSchema,
	ListedTag: listedTagSchema,
	Tag: tagRecordSchema,
	Key: keyRecordSchema,
};

const names = new Map<unknown, string>(
	Object.entries(namedSchemas).map(([name, schema]) => [schema, name]),
);

/** Returns the same value with references in place of named schemas. */
export function toReferences<T>(value: T): T {
	return replace(value, true) as T;
}

function replace(value: unknown, isInside: boolean): unknown {
	const name = isInside ? names.get(value) : undefined;
	if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
	if (Array.isArray(value)) return value.map((one) => replace(one, true));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [key, replace(one, true)]),
	);
}

/** OpenAPI's "Components Object". */
export const components = () => ({
	schemas: Object.fromEntries(
		Object.entries(namedSchemas).map(([name, schema]) => [
			name,
			replace(schema, false),
		]),
	),
	responses: toReferences(commonResponses),
	headers: {
		RequestId: { ...requestId, required: true },
		OptionalRequestId: {
			...requestId,
			description: `${requestId.description} The gateway's own answers have none.`,
		},
		RetryAfter: {
			description: "How many seconds to wait.",
			schema: { type: "string", pattern: "^[1-9][0-9]*$" },
		},
		ETag: {
			description: "The record's `version`, quoted: what `If-Match` takes.",
			required: true,
			schema: { type: "string", pattern: '^"[1-9][0-9]*"$' },
		},
	},
	securitySchemes: {
		apiKey: {
			type: "apiKey",
			in: "header",
			name: "Authorization",
			description:
				"The scheme `Api-Key`, a space, and the API key: `Api-Key <API_KEY>`.",
		},
		session: {
			type: "apiKey",
			in: "cookie",
			name: "__Host-session",
			description:
				"For the pages of the console only: the session of a person who has signed in. The request then has the headers `x-requested-with: console` and `x-organization` with the id of an organization of theirs; the person's own permissions count.",
		},
	},
});

const requestId = {
	description:
		"Names the request in the service's logs. A caller's own `x-request-id`, printable ASCII of at most 64 characters, is logged too and comes back in `x-caller-request-id`.",
	schema: { type: "string", minLength: 1 },
};
