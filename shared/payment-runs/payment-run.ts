import type { Actor } from "../actors/actor.ts";
import type { NumberedResource } from "../batches/payment-batch.ts";
import { toBatchExpiry } from "../batches/payment-batch.ts";
import type { Decimal } from "../money/decimal.ts";
import type { LeaveOut } from "../payments/payment-result.ts";

/** The states of a payment run (runs P1). A draft becomes one of the other two, which are final. */
export const runStates = ["DRAFT", "RELEASED", "DISCARDED"] as const;
export type RunState = (typeof runStates)[number];

/** Identifies a payment run. */
export interface RunId {
	organizationId: string;
	/** A ULID: the id of the request that created the run. The batch that its release starts has the same id. */
	runId: string;
}

/**
 * A list of payments that one person prepares and another one releases (runs P1). Its payments are stored as the chunks
 * of a batch that does not exist before the release, so that a release copies nothing.
 */
export interface PaymentRun extends RunId {
	name: string;
	state: RunState;
	/** The number of payments in each chunk, by the chunk's number. */
	chunkSizes: readonly number[];
	/** The exact sum of all amounts, without regard to their currency. */
	amount: Decimal;
	/** The warnings for which a payment is not made. */
	leaveOut: readonly LeaveOut[];
	repeatOf: string | null;
	/** What the run holds while it is a draft or released, so that no other run has the same content. */
	contentDigest: string;
	/** RFC 3339, like all properties that end in `At`. */
	createdAt: string;
	createdBy: Actor;
	/** null unless it is released. */
	release: RunChange | null;
	/** null unless it is discarded. */
	discard: RunChange | null;
	version: number;
}

/** When a run was released or discarded, and by whom. */
export interface RunChange {
	/** RFC 3339 */
	at: string;
	by: Actor;
}

/** An entry of a run as its chunks store it: a resource of the batch, and the names by which the caller knows it. */
export interface RunEntry extends NumberedResource {
	/** The caller's name of the entry. */
	ref?: string | undefined;
	/** Both are set when the caller named the invoice by its vendor and number. */
	vendorId?: string | undefined;
	invoiceNumber?: string | undefined;
}

export const totalOf = ({ chunkSizes }: Pick<PaymentRun, "chunkSizes">) =>
	chunkSizes.reduce((total, size) => total + size, 0);

const draftKeptDays = 30;

/** Runs P1: from this instant (RFC 3339) on, the run does not exist. A released run expires with its batch. */
export const toExpiry = ({
	createdAt,
	release,
}: Pick<PaymentRun, "createdAt" | "release">): string =>
	release
		? toBatchExpiry(new Date(release.at))
		: daysAfter(createdAt, draftKeptDays);

/** Does the run exist for its callers? The store's TTL removes an expired run days late. */
export const isVisibleAt = (run: PaymentRun, now: Date): boolean =>
	now.getTime() < Date.parse(toExpiry(run));

/** One day more than the last draft and its batch are kept: no chunk goes before its batch. */
const entriesKeptDays = 30 + 90 + 1;

/**
 * When the store may delete a run's chunks and layout (RFC 3339). They are written once, before anybody knows whether
 * the run will be released, so they are kept for as long as the batch of the latest release.
 */
export const toEntriesExpiry = (createdAt: string): string =>
	daysAfter(createdAt, entriesKeptDays);

const daysAfter = (instant: string, days: number): string =>
	new Date(Date.parse(instant) + days * 86_400_000).toISOString();
