import type { BatchId } from "../domain/batches/payment-batch.ts";

/**
 * Every key of the table. Text that callers choose stands last in its partition key, behind an organization
 * id that has no `#` in it: no two tuples share a key. (Never in a sort key, which has no room for all of it.)
 */
export interface Key {
	pk: string;
	sk: string;
}

/** Longest text of a caller's that a partition key is made of; what is longer was never stored. */
export const keyTextMaxBytes = 1024;

/** May a record be stored under this text? */
export function isKeyText(text: string): boolean {
	return text !== "" && Buffer.byteLength(text) <= keyTextMaxBytes;
}

export const apiKeyKey = (secretHash: string): Key => ({
	pk: `KEY#${secretHash}`,
	sk: "KEY",
});

/** The organization itself, its entities and policies inside. */
export const organizationKey = (organizationId: string): Key => ({
	pk: organizationPartition(organizationId),
	sk: "ORG",
});

export const userKey = (organizationId: string, userId: string): Key => ({
	pk: `ORG#${organizationId}#USER#${userId}`,
	sk: "USER",
});

export const gstTaxKey = (organizationId: string, taxId: number): Key => ({
	pk: organizationPartition(organizationId),
	sk: `GST#${taxId}`,
});

export const tdsTaxKey = (organizationId: string, taxId: number): Key => ({
	pk: organizationPartition(organizationId),
	sk: `TDS#${taxId}`,
});

export const tagKey = (organizationId: string, slug: string): Key => ({
	pk: `ORG#${organizationId}#TAG#${slug}`,
	sk: "TAG",
});

/** The entry of an API key in its organization's list; the key itself is stored by its secret's hash. */
export const apiKeyEntryKey = (organizationId: string, keyId: string): Key => ({
	pk: organizationPartition(organizationId),
	sk: `APIKEY#${keyId}`,
});

export const vendorKey = (organizationId: string, vendorId: string): Key => ({
	pk: `ORG#${organizationId}#VENDOR#${vendorId}`,
	sk: "VENDOR",
});

/** A SKU that has an item code. Codes are compared without case (spec 2.1). */
export const skuByCodeKey = (
	organizationId: string,
	itemCode: string,
): Key => ({
	pk: `ORG#${organizationId}#SKU#${itemCode.toLowerCase()}`,
	sk: "SKU",
});

/** A SKU that has no item code. */
export const skuByIdKey = (organizationId: string, skuId: string): Key => ({
	pk: `ORG#${organizationId}#SKUID#${skuId}`,
	sk: "SKU",
});

/** Points to the SKU that had this name first; names are matched without regard to case. */
export const skuNameKey = (organizationId: string, name: string): Key => ({
	pk: `ORG#${organizationId}#SKUNAME#${name.toLowerCase()}`,
	sk: "SKU",
});

export const purchaseOrderKey = (
	organizationId: string,
	purchaseOrderId: string,
): Key => ({
	pk: `ORG#${organizationId}#PO#${purchaseOrderId}`,
	sk: "PO",
});

export const paymentRequestKey = (
	organizationId: string,
	paymentRequestId: string,
): Key => ({
	pk: `ORG#${organizationId}#PR#${paymentRequestId}`,
	sk: "PR",
});

/** The open approvals of a payment request's stage, counted from 0. */
export const approvalKey = (
	organizationId: string,
	paymentRequestId: string,
	stage: number,
): Key => ({
	pk: `ORG#${organizationId}#PR#${paymentRequestId}`,
	sk: `APPROVAL#${stage}`,
});

export const invoiceKey = (organizationId: string, slug: string): Key => ({
	pk: `ORG#${organizationId}#INVOICE#${slug}`,
	sk: "INVOICE",
});

/** The nth page, from 0, of payments moved out of an invoice that has very many. */
export const paymentsPageKey = (
	organizationId: string,
	slug: string,
	page: number,
): Key => ({
	pk: `ORG#${organizationId}#INVOICE#${slug}`,
	sk: `PAYMENTS#${page}`,
});

/** Held while a batch runs in the organization, ours or the web application's (spec 4.4 rule 4). */
export const batchGuardKey = (organizationId: string): Key => ({
	pk: organizationPartition(organizationId),
	sk: "MAP_BATCH",
});

/** The entry of a batch in its organization's list, which sorts by time as ULIDs do. */
export const batchEntryKey = ({
	organizationId,
	bulkActionSlug,
}: BatchId): Key => ({
	pk: organizationPartition(organizationId),
	sk: `${batchEntryPrefix}${bulkActionSlug}`,
});

export const batchEntryPrefix = "BATCH#";

/** The entry of a batch in the list of all that are running. */
export const runningBatchKey = ({
	organizationId,
	bulkActionSlug,
}: BatchId): Key => ({
	pk: runningBatchesPartition,
	sk: `${organizationId}#${bulkActionSlug}`,
});

export const runningBatchesPartition = "BATCHES";

export const batchKey = (batch: BatchId): Key => ({
	pk: batchPartition(batch),
	sk: "BATCH",
});

/** The nth page, from 0, of the table that tells which chunk a resource is in. */
export const batchLayoutKey = (batch: BatchId, page: number): Key => ({
	pk: batchPartition(batch),
	sk: `LAYOUT#${page}`,
});

/** Each chunk has a partition of its own: a large batch is not held to the writes that one takes. */
export const chunkKey = (batch: BatchId, chunk: number): Key => ({
	pk: `${batchPartition(batch)}#${chunk}`,
	sk: "CHUNK",
});

export const chunkResultKey = (batch: BatchId, chunk: number): Key => ({
	pk: `${batchPartition(batch)}#${chunk}`,
	sk: "RESULT",
});

export const idempotencyClaimKey = (
	organizationId: string,
	operation: string,
	idempotencyKey: string,
): Key => ({
	pk: `ORG#${organizationId}#IDEM#${operation}#${idempotencyKey}`,
	sk: "IDEM",
});

/** What all partition keys of an organization begin with, its own (`organizationPartition`) apart. */
export const organizationPrefix = (organizationId: string) =>
	`ORG#${organizationId}#`;

const batchPartition = ({ organizationId, bulkActionSlug }: BatchId) =>
	`ORG#${organizationId}#BATCH#${bulkActionSlug}`;

export const organizationPartition = (organizationId: string) =>
	`ORG#${organizationId}`;
