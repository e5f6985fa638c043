import type { DynamoDBRecord } from "aws-lambda";
import { tally } from "../../shared/collections/tally.ts";
import {
	askedIn,
	transitionIn,
} from "../../shared/events/change-events.store.ts";
import { readChange } from "../../shared/events/record-change.store.ts";
import {
	type Activity,
	elapsedMilliseconds,
	withActivity,
} from "../../shared/logging/activity.ts";
import type { Observers } from "../../shared/logging/observers.ts";
import type { InvocationTime } from "../../shared/timing/retry-time.ts";
import { askApprovers } from "./ask-approvers.ts";
import type { MailerDependencies, Mailing, MailLog } from "./dependencies.ts";
import { tellRequester } from "./tell-requester.ts";

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
			notify({ ...mailer, invocation, log }, record),
		]);
		const error: unknown =
			handled.status === "rejected" ? handled.reason : undefined;
		logMails(mailer, { ...log, recordId: record.eventID, error }, activity);
		return error === undefined && !log.outcomes.includes("LATER");
	});
}

async function notify(mailing: Mailing, record: DynamoDBRecord) {
	const change = readChange(record);
	if (!change) return;
	const { organizationId } = change;
	const asked = askedIn(change);
	if (asked) await askApprovers(mailing, organizationId, asked);
	const transition = transitionIn(change);
	if (transition) await tellRequester(mailing, organizationId, transition);
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
	// A record that asks for mails always gets a log line, even if nobody has an address.
	if (!isFailed && paymentRequest === undefined) return;
	const results = tally(outcomes, (outcome) => outcome);
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
