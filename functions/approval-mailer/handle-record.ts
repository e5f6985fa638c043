import type { DynamoDBRecord } from "aws-lambda";
import { countEach } from "../../shared/domain/count-each.ts";
import {
	type Activity,
	elapsedMilliseconds,
	withActivity,
} from "../../shared/runtime/activity.ts";
import type { InvocationTime } from "../../shared/runtime/retry-time.ts";
import type { Observers } from "../dependencies.ts";
import type { MailerDependencies } from "./dependencies.ts";
import { type MailLog, notifyApprovers } from "./notify-approvers.ts";

/**
 * Sends the mails of a record, writes its log line and emits its metrics.
 *
 * @returns Whether it is done; otherwise it has to be delivered again.
 */
export function handleRecord(
	mailer: MailerDependencies,
	record: DynamoDBRecord,
	invocation: InvocationTime,
): Promise<boolean> {
	return withActivity(async (activity) => {
		const log: MailLog = { outcomes: [] };
		const [handled] = await Promise.allSettled([
			notifyApprovers(mailer, record, { invocation, log }),
		]);
		const error: unknown =
			handled.status === "rejected" ? handled.reason : undefined;
		logMails(mailer, { ...log, recordId: record.eventID, error }, activity);
		return error === undefined && !log.outcomes.includes("LATER");
	});
}

function logMails(
	{ logger, emitMetrics }: Observers,
	{
		outcomes,
		organization,
		paymentRequest,
		recordId,
		error,
	}: MailLog & { recordId: string | undefined; error: unknown },
	activity: Activity,
) {
	const isFailed = error !== undefined;
	// New approvals always get a log line, also when no approver has an address.
	if (!isFailed && paymentRequest === undefined) return;
	const results = countEach(outcomes, (outcome) => outcome);
	logger[isFailed ? "error" : "info"]("Mails", {
		operation: "approval-mailer",
		organization,
		paymentRequest,
		recordId,
		results,
		error,
		ms: elapsedMilliseconds(activity),
		awsCalls: activity.awsCalls,
	});
	const { SENT = 0, NOT_SENT = 0, ADDRESS_REFUSED = 0 } = results;
	emitMetrics({ MailsSent: SENT });
	const failures = {
		ADDRESS_REFUSED,
		MAIL_NOT_SENT: NOT_SENT,
		// The table could not be read or written, or the record could not be read.
		RECORD_FAILED: Number(isFailed && NOT_SENT === 0),
	};
	for (const [reason, count] of Object.entries(failures))
		emitMetrics({ NotificationFailures: count }, { reason });
}
