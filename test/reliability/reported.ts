import type { DynamoDBRecord } from "aws-lambda";
import type { OrganizationFile } from "../../tools/organization-files/schema.ts";
import type { Answer } from "../support/world.ts";

export interface Resource {
	slug: string;
	amount: number;
	narration?: string;
	utr?: string;
}

/** Requests under one idempotency key. */
export interface ReportedRequests {
	/** How often it was sent. */
	sent: number;
	/** The answers that arrived. */
	answers: Answer[];
}

/** What was sent to the service, and every answer to it. */
export interface Reported {
	/** The keys are idempotency keys. */
	payments: Map<string, ReportedRequests & { resources: readonly Resource[] }>;
	/** The keys are idempotency keys. */
	advances: Map<string, ReportedRequests & { body: object }>;
	/** Every other write, in the order in which they began. */
	writes: ReportedWrite[];
	/** Errors instead of an answer of a documented shape; no failure may lead to one. */
	unanswered: unknown[];
	/**
	 * The records of the table's stream that the mailer got, each with the mails that its last delivery has to lead to
	 * (`mailsOf`).
	 */
	mailed: Map<DynamoDBRecord, readonly string[]>;
	/** Those that the publisher got. */
	published: Set<DynamoDBRecord>;
	/** Whether a mail may be there twice. */
	mayRepeatMails: boolean;
	/** What attempts said when they were `SETTLED`. */
	settled: Map<string, object>;
	/** Counts the beginnings and ends of writes. */
	moment: number;
}

/** A write, and what its sender knows of it. */
export interface ReportedWrite {
	action: WriteAction;
	/** Moments: a write that ended before another one began has the lower number. */
	began: number;
	/** Infinity: it may take effect later, for all that is known. */
	ended: number;
	/** true: a command reported success. null: whether it took effect is not known. */
	answer: Answer | true | null;
}

export type WriteAction =
	| {
			kind: "request";
			method: "POST" | "PATCH";
			url: string;
			body: unknown;
			/** The user who sent it. */
			userId: string;
	  }
	| { kind: "import"; file: OrganizationFile }
	/** @param until null: unlocked. */
	| { kind: "lock"; slug: string; until: string | null };

export const nothingReported = (): Reported => ({
	payments: new Map(),
	advances: new Map(),
	writes: [],
	unanswered: [],
	mailed: new Map(),
	published: new Set(),
	mayRepeatMails: false,
	settled: new Map(),
	moment: 0,
});

/** What is known when nothing but a file was imported. */
export const reportedImport = (file: OrganizationFile): Reported => ({
	...nothingReported(),
	writes: [
		{ action: { kind: "import", file }, began: 0, ended: 0, answer: true },
	],
});

/** Carries a write out and notes it. What `act` returns undefined for, or throws at, is not known. */
export async function noteWrite<Outcome extends Answer | true>(
	reported: Reported,
	action: WriteAction,
	act: () => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
	reported.moment += 1;
	const write: ReportedWrite = {
		action,
		began: reported.moment,
		ended: Number.POSITIVE_INFINITY,
		answer: null,
	};
	reported.writes.push(write);
	const outcome = await act();
	reported.moment += 1;
	if (outcome === undefined || (outcome !== true && outcome.status >= 500))
		return outcome;
	write.ended = reported.moment;
	write.answer = outcome;
	return outcome;
}

/** Notes a request under an idempotency key, and returns its entry. */
export function noteSent<Request extends object>(
	requests: Map<string, ReportedRequests & Request>,
	idempotencyKey: string,
	request: Request,
): ReportedRequests {
	const entry = requests.get(idempotencyKey) ?? {
		...request,
		sent: 0,
		answers: [],
	};
	entry.sent += 1;
	requests.set(idempotencyKey, entry);
	return entry;
}
