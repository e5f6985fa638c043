export {
	AdvanceNotCreatedError,
	AdvanceUnknownError,
	type CreatedAdvance,
	type CreateVendorAdvanceOptions,
} from "./advances/create-vendor-advance.ts";
export type {
	AttemptKey,
	BeforeSend,
	PlannedRequest,
} from "./attempts/attempt-key.ts";
export {
	AttemptForgottenError,
	BatchNotFinishedError,
	BatchStoppedError,
	IdempotencyKeyReusedError,
} from "./attempts/errors.ts";
export { ProcurementPaymentsClient } from "./client.ts";
export type { ClientOptions } from "./client-options.ts";
export type {
	Attempt,
	AttemptResult,
	Batch,
	BatchResult,
	BatchStatus,
	CreatedInvoice,
	CreatedSku,
	Entity,
	FailedInvoice,
	FailedSku,
	Invoice,
	LineItem,
	ListedPaymentRequest,
	ListedPurchaseOrder,
	ListedTag,
	Organization,
	Payment,
	PaymentRequest,
	PurchaseOrder,
	ResultCounts,
	Sku,
	SkuMatchWarning,
	SubmitWarnings,
	Tag,
	Tax,
	Vendor,
	Who,
} from "./generated/openapi.ts";
export * from "./http/errors.ts";
export type { VersionedOptions } from "./operations/approvals-client.ts";
export type { CallOptions } from "./operations/call.ts";
export type {
	Data,
	ErrorCode,
	Item,
	OperationId,
	Query,
	RequestBody,
} from "./operations/operation-types.ts";
export type { UpdateOptions } from "./operations/records-client.ts";
export type { FollowBatchOptions } from "./payments/follow-batch.ts";
export type {
	MarkAsPaidOptions,
	PaymentProgress,
	PayOnceOptions,
} from "./payments/options.ts";
export {
	PaymentsIncompleteError,
	type UnfinishedPart,
} from "./payments/payments-incomplete.ts";
export type {
	PaymentReason,
	PaymentResource,
	ResourceResult,
} from "./payments/resource.ts";
export type { PayOnceOutcome } from "./payments/settlement-to-outcome.ts";
export type { Timing } from "./timing.ts";
