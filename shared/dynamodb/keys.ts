import { createHash } from "node:crypto";

/**
 * Every key of the table. Text from callers comes last in a partition key, after an organization id without `#`, so
 * that keys are unambiguous. It is never part of a sort key, which is limited to 1,024 bytes in total.
 */
export interface Key {
	pk: string;
	sk: string;
}

/** A partition key takes no longer text of a caller. Records with longer ids cannot exist. */
export const keyTextMaxBytes = 1024;

/** Can a key contain this text? */
export function isKeyText(text: string): boolean {
	return text !== "" && Buffer.byteLength(text) <= keyTextMaxBytes;
}

export const apiKeyKey = (secretHash: string): Key => ({
	pk: `KEY#${secretHash}`,
	sk: "KEY",
});

/** A person of the console: one partition holds everything that is stored under an email, compared without case. */
export const personPartition = (email: string): string =>
	`PERSON#${email.toLowerCase()}`;

/**
 * The entry of a user in the partition of the person who has the user's email. A hash stands for the user's id, which may
 * be longer than a sort key.
 */
export const personUserKey = (
	email: string,
	{ organizationId, userId }: { organizationId: string; userId: string },
): Key => ({
	pk: personPartition(email),
	sk: `${personUserPrefix}${organizationId}#${createHash("sha256").update(userId).digest("hex")}`,
});

export const personUserPrefix = "USER#";

/** The account at the issuer that is bound to a person's email. */
export const personAccountKey = (email: string): Key => ({
	pk: personPartition(email),
	sk: "ACCOUNT",
});

/** The entry of a session in the partition of its person. The session itself is stored by its cookie's hash. */
export const personSessionKey = (email: string, sessionHash: string): Key => ({
	pk: personPartition(email),
	sk: `${personSessionPrefix}${sessionHash}`,
});

export const personSessionPrefix = "SESSION#";

/** @param sessionHash SHA-256 (hex) of the 32 bytes in the cookie. */
export const sessionKey = (sessionHash: string): Key => ({
	pk: `SESSION#${sessionHash}`,
	sk: "SESSION",
});

/** The organization with its entities and policies. */
export const organizationKey = (organizationId: string): Key => ({
	pk: organizationPartition(organizationId),
	sk: "ORG",
});

/** The emergency stop of the whole stage. */
export const stageHoldKey: Key = { pk: "STAGE", sk: "HOLD" };

/** The lease of the import that writes to the organization. */
export const importLeaseKey = (organizationId: string): Key => ({
	pk: organizationPartition(organizationId),
	sk: "IMPORT",
});

/** An audit record of an operator's command, sorted by time because its id is a ULID. No other key begins so. */
export const auditKey = (organizationId: string, auditId: string): Key => ({
	pk: auditPartition(organizationId),
	sk: auditId,
});

export const auditPartition = (organizationId: string) =>
	`AUDIT#${organizationId}`;

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

/** The entry of an API key in its organization's list. The API key itself is stored by its secret's hash. */
export const apiKeyEntryKey = (organizationId: string, keyId: string): Key => ({
	pk: organizationPartition(organizationId),
	sk: `APIKEY#${keyId}`,
});

export const vendorKey = (organizationId: string, vendorId: string): Key => ({
	pk: `ORG#${organizationId}#VENDOR#${vendorId}`,
	sk: "VENDOR",
});

/** A SKU with an item code, which is compared without case (spec 2.1). */
export const skuByCodeKey = (
	organizationId: string,
	itemCode: string,
): Key => ({
	pk: `ORG#${organizationId}#SKU#${itemCode.toLowerCase()}`,
	sk: "SKU",
});

/** A SKU without an item code. */
export const skuByIdKey = (organizationId: string, skuId: string): Key => ({
	pk: `ORG#${organizationId}#SKUID#${skuId}`,
	sk: "SKU",
});

/** Points to the first SKU with this name, compared without case. */
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

/**
 * The approvals of a stage of a payment request's round. In key order, a later round follows an earlier one, and the
 * payment request follows them all.
 *
 * @param at The round counts from 1, the stage from 0.
 */
export const approvalKey = (
	organizationId: string,
	paymentRequestId: string,
	at: { round: number; stage: number },
): Key => ({
	...paymentRequestKey(organizationId, paymentRequestId),
	sk: `${approvalPrefix(at.round)}${at.stage}`,
});

export const approvalPrefix = (round: number): string =>
	`APPROVAL#${padded(round)}#`;

/** The entry of an open approval in its approver's inbox. The payment request's id is a ULID, not a caller's text. */
export const inboxKey = (
	organizationId: string,
	userId: string,
	{ paymentRequestId, round, stage }: OpenApprovalId,
): Key => ({
	pk: `ORG#${organizationId}#INBOX#${userId}`,
	sk: `OPEN#${paymentRequestId}#${round}#${stage}`,
});

/** Identifies an open approval of a user. */
export interface OpenApprovalId {
	paymentRequestId: string;
	round: number;
	stage: number;
}

/** @throws When the key is not an `inboxKey`. */
export function toOpenApprovalId({ sk }: Key): OpenApprovalId {
	const [, paymentRequestId = "", round, stage] =
		/^OPEN#(.+)#(\d+)#(\d+)$/.exec(sk) ?? [];
	if (stage === undefined) throw new Error(`Not the key of an inbox: ${sk}`);
	return { paymentRequestId, round: Number(round), stage: Number(stage) };
}

/**
 * The history entries of one write of a payment request, in a partition that no transition reads.
 *
 * @param version The version of the request that the write made.
 */
export const historyKey = (
	organizationId: string,
	paymentRequestId: string,
	version: number,
): Key => ({
	pk: `ORG#${organizationId}#PRHISTORY#${paymentRequestId}`,
	sk: `HISTORY#${padded(version)}`,
});

/** The partition of the history of a payment request, from the request's own key. */
export const historyPartitionOf = ({ pk }: Key): string =>
	pk.replace("#PR#", "#PRHISTORY#");

/** As texts, these are in the order of the numbers. */
const padded = (number: number) => `${number}`.padStart(10, "0");

export const invoiceKey = (organizationId: string, slug: string): Key => ({
	pk: `ORG#${organizationId}#INVOICE#${slug}`,
	sk: "INVOICE",
});

/** An archive page of an invoice's payments, counted from 0. */
export const paymentsPageKey = (
	organizationId: string,
	slug: string,
	page: number,
): Key => ({
	pk: `ORG#${organizationId}#INVOICE#${slug}`,
	sk: `PAYMENTS#${page}`,
});

/** The reversal of a payment in a payments page. The payment's id has no text from callers. */
export const reversalKey = (
	organizationId: string,
	slug: string,
	{ page, paymentId }: { page: number; paymentId: string },
): Key => ({
	pk: `ORG#${organizationId}#INVOICE#${slug}`,
	sk: `${reversalPrefix(page)}${paymentId}`,
});

export const reversalPrefix = (page: number) => `REVERSAL#${page}#`;

/** The guard, held while a batch of this service or of the web application runs (spec 4.4 rule 4). */
export const batchGuardKey = (organizationId: string): Key => ({
	pk: organizationPartition(organizationId),
	sk: "MAP_BATCH",
});

/**
 * The entry of a batch in its organization's list, sorted by the batch's creation. Its id alone would not do: the batch
 * of a payment run has the id of the run, which may be 30 days older.
 */
export const batchEntryKey = ({
	organizationId,
	bulkActionSlug,
	createdAt,
}: BatchNames & { createdAt: string }): Key => ({
	pk: organizationPartition(organizationId),
	sk: `${batchEntryPrefix}${createdAt}#${bulkActionSlug}`,
});

export const batchEntryPrefix = "BATCH#";

/** The batch of a `batchEntryKey`. */
export const batchOfEntry = ({ sk }: Key): string =>
	sk.slice(sk.lastIndexOf("#") + 1);

/** The entry of a batch in the list of all that are running. */
export const runningBatchKey = ({
	organizationId,
	bulkActionSlug,
}: BatchNames): Key => ({
	pk: runningBatchesPartition,
	sk: `${organizationId}#${bulkActionSlug}`,
});

export const runningBatchesPartition = "BATCHES";

export const batchKey = (batch: BatchNames): Key => ({
	pk: batchPartition(batch),
	sk: "BATCH",
});

/** A payment run. The id of its batch, chunks and layout is its own. */
export const paymentRunKey = (organizationId: string, runId: string): Key => ({
	pk: `ORG#${organizationId}#RUN#${runId}`,
	sk: "RUN",
});

/**
 * The hold of a payment run on its content, so that no second run has the same.
 *
 * @param digest Has no text of a caller.
 */
export const runContentKey = (organizationId: string, digest: string): Key => ({
	pk: `ORG#${organizationId}#RUNCONTENT#${digest}`,
	sk: "RUNCONTENT",
});

/** A layout page, counted from 0: the chunk of each position. */
export const batchLayoutKey = (batch: BatchNames, page: number): Key => ({
	pk: batchPartition(batch),
	sk: `LAYOUT#${page}`,
});

/** Each chunk has its own partition, so that the throughput of one partition does not limit a large batch (ADR 8). */
export const chunkKey = (batch: BatchNames, chunk: number): Key => ({
	pk: `${batchPartition(batch)}#${chunk}`,
	sk: "CHUNK",
});

export const chunkResultKey = (batch: BatchNames, chunk: number): Key => ({
	pk: `${batchPartition(batch)}#${chunk}`,
	sk: "RESULT",
});

export const idempotencyClaimKey = ({
	organizationId,
	operation,
	idempotencyKey,
}: ClaimId): Key => ({
	pk: `ORG#${organizationId}#IDEM#${operation}#${idempotencyKey}`,
	sk: "IDEM",
});

/** The end of a request that claimed the key, in the partition of its claim. */
export const requestEndKey = (claim: ClaimId): Key => ({
	...idempotencyClaimKey(claim),
	sk: "END",
});

/** Identifies the claim of an idempotency key. */
export interface ClaimId {
	organizationId: string;
	operation: string;
	idempotencyKey: string;
}

/** The record of a mail about a payment request that was sent to a user. */
export const sentMailKey = (
	organizationId: string,
	{ paymentRequestId, occasion, userId }: MailId,
): Key => ({
	pk: `ORG#${organizationId}#MAIL#${paymentRequestId}#${occasion}#${userId}`,
	sk: "MAIL",
});

/** Identifies a mail about a payment request within its organization. */
export interface MailId {
	/** A ULID. */
	paymentRequestId: string;
	/** What it is sent for, without text from callers: a user gets one mail for it. */
	occasion: string;
	userId: string;
}

/** The head of an organization's event feed. */
export const feedHeadKey = (organizationId: string): Key => ({
	pk: feedPartition(organizationId),
	sk: "HEAD",
});

/** A page of the event feed, sorted by the number of its first event. */
export const feedPageKey = (organizationId: string, first: number): Key => ({
	pk: feedPartition(organizationId),
	sk: `EVENTS#${`${first}`.padStart(15, "0")}`,
});

/**
 * Which events of a second are in the feed. A partition of its own for each second spreads the writes.
 *
 * @param second Epoch seconds of the writes that the events describe.
 */
export const feedSecondKey = (organizationId: string, second: number): Key => ({
	pk: `ORG#${organizationId}#FEEDSECOND#${second}`,
	sk: "FEEDSECOND",
});

const feedPartition = (organizationId: string) => `ORG#${organizationId}#FEED`;

/** The prefix of all partition keys of an organization except `organizationPartition`. */
export const organizationPrefix = (organizationId: string) =>
	`ORG#${organizationId}#`;

/** What the keys of a batch are made of. */
interface BatchNames {
	organizationId: string;
	bulkActionSlug: string;
}

const batchPartition = ({ organizationId, bulkActionSlug }: BatchNames) =>
	`ORG#${organizationId}#BATCH#${bulkActionSlug}`;

export const organizationPartition = (organizationId: string) =>
	`ORG#${organizationId}`;
