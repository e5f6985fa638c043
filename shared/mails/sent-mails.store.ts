import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { type MailId, sentMailKey } from "../dynamodb/keys.ts";
import { batchGet } from "../dynamodb/reads/batch-get.ts";
import { pauseBeforeRetry } from "../dynamodb/retries/retry-busy.ts";
import type { Table } from "../dynamodb/table.ts";
import { conditionalWrite } from "../dynamodb/writes/conditional-write.ts";

/** Longer than a stream's record can be delivered late, because a stream keeps its records for a day. */
const keptSeconds = 14 * 24 * 3600;

/** The mails that were not recorded as sent, in order. */
export async function findUnsent<Mail extends MailId>(
	table: Table,
	organizationId: string,
	mails: readonly Mail[],
): Promise<Mail[]> {
	const records = await batchGet(
		table,
		mails.map((mail) => sentMailKey(organizationId, mail)),
	);
	return mails.filter((_, index) => records[index] === undefined);
}

/**
 * Records that a mail was sent, so that a repeated delivery of its stream record does not send it again. Written after
 * the mail: a function that dies in between sends a second mail, not none.
 */
export async function recordSent(
	table: Table,
	organizationId: string,
	mail: MailId,
	now: Date,
) {
	const put = new PutCommand({
		TableName: table.name,
		Item: {
			...sentMailKey(organizationId, mail),
			sentAt: now.toISOString(),
			expiresAt: Math.ceil(now.getTime() / 1_000) + keptSeconds,
		},
		ConditionExpression: "attribute_not_exists(pk)",
	});
	let cause: unknown;
	// Every error is retried: giving up means a second mail.
	for (let attempt = 0; await pauseBeforeRetry(table, attempt); attempt++) {
		try {
			await conditionalWrite(table, put);
			return;
		} catch (error) {
			cause = error;
		}
	}
	throw new Error("It could not be recorded that a mail was sent", { cause });
}
