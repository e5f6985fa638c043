import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import {
	type InvocationTime,
	workerRetryTime,
} from "../../shared/runtime/retry-time.ts";
import { withRetryTime } from "../../shared/store/dynamodb/table.ts";
import type { MailerDependencies } from "./dependencies.ts";
import { notifyApprovers } from "./notify-approvers.ts";

/**
 * Sends mails to approvers, from the records of the table's stream (spec 3.2). A record that fails is delivered again,
 * with all after it: approvers who have got their mail do not get it again.
 */
export function approvalMailer(mailer: MailerDependencies) {
	return async (
		{ Records }: DynamoDBStreamEvent,
		invocation: InvocationTime,
	): Promise<DynamoDBBatchResponse> => {
		// A test event of the Lambda console may be any JSON.
		if (!Records)
			throw new Error("The event has no Records: it is not a stream's");
		const table = withRetryTime(mailer.table, workerRetryTime(invocation));
		for (const record of Records) {
			try {
				await notifyApprovers({ ...mailer, table }, record, invocation);
			} catch (error) {
				mailer.logger.error(
					"Approvers could not be notified: the record is delivered again",
					{ error, recordId: record.eventID },
				);
				const itemIdentifier = record.dynamodb?.SequenceNumber ?? "";
				return { batchItemFailures: [{ itemIdentifier }] };
			}
		}
		return { batchItemFailures: [] };
	};
}
