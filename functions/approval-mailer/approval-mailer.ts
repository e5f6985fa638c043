import type {
	Context,
	DynamoDBBatchResponse,
	DynamoDBStreamEvent,
} from "aws-lambda";
import { withRetryTime } from "../../shared/dynamodb/table.ts";
import { workerRetryTime } from "../../shared/timing/retry-time.ts";
import type { MailerDependencies } from "./dependencies.ts";
import { handleRecord } from "./handle-record.ts";

/**
 * Sends mails to approvers, from the records of the table's stream (spec 3.2). A record that fails is delivered again
 * with all later ones of its shard. Approvers whose mail is recorded as sent get no second one.
 */
export function approvalMailer(mailer: MailerDependencies) {
	return async (
		event: DynamoDBStreamEvent,
		context: Context,
	): Promise<DynamoDBBatchResponse> => {
		mailer.logger.addContext(context);
		// A test event of the Lambda console may be any JSON.
		const Records = event?.Records;
		if (!Records)
			throw new Error("The event has no Records: it is not a stream's");
		for (const record of Records) {
			const table = withRetryTime(mailer.table, workerRetryTime(context));
			if (await handleRecord({ ...mailer, table }, record, context)) continue;
			const itemIdentifier = record.dynamodb?.SequenceNumber ?? "";
			return { batchItemFailures: [{ itemIdentifier }] };
		}
		return { batchItemFailures: [] };
	};
}
