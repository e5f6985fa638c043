import type { DynamoDBRecord } from "aws-lambda";
import type { Answer } from "../support/world.ts";

export interface Resource {
	slug: string;
	amount: number;
	narration?: string;
	utr?: string;
}

/** What was sent to the service under idempotency keys, and every answer to it. */
export interface Told {
	/** By idempotency key. */
	payments: Map<string, { resources: readonly Resource[]; answers: Answer[] }>;
	/** By idempotency key. */
	advances: Map<string, { body: object; answers: Answer[] }>;
	/** Errors instead of an answer of a documented shape; whatever fails, no request may have one. */
	unanswered: unknown[];
	/** The records of the table's stream that the mailer and the publisher got. */
	mailed: Set<DynamoDBRecord>;
	published: Set<DynamoDBRecord>;
	/** Whether a mail may be there twice. */
	mayRepeatMails: boolean;
}

export const nothingTold = (): Told => ({
	payments: new Map(),
	advances: new Map(),
	unanswered: [],
	mailed: new Set(),
	published: new Set(),
	mayRepeatMails: false,
});
