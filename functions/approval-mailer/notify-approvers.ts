import { createHash } from "node:crypto";
import type { DynamoDBRecord } from "aws-lambda";
import { openApprovers } from "../../shared/domain/advances/decide-approval.ts";
import { toApprovalMail } from "../../shared/domain/mails/approval-mail.ts";
import type { Mail } from "../../shared/domain/mails/mail.ts";
import { isPlainAddress } from "../../shared/domain/mails/plain-address.ts";
import type { User } from "../../shared/domain/organization/organization.ts";
import { forEachSettled } from "../../shared/runtime/concurrently.ts";
import type { InvocationTime } from "../../shared/runtime/retry-time.ts";
import { toApprovalStage } from "../../shared/store/advances/approval-items.ts";
import { findApprovalRequest } from "../../shared/store/mails/approval-requests.ts";
import { findUnsent, recordSent } from "../../shared/store/mails/sent-mails.ts";
import { findActiveUsers } from "../../shared/store/organizations/active-users.ts";
import { approvalsOf } from "../../shared/store/stream/change-events.ts";
import { readChange } from "../../shared/store/stream/record-change.ts";
import type { MailerDependencies } from "./dependencies.ts";

/** Within the rate that SES allows a new account, 14 mails a second, when a call takes some 150 ms. */
const mailsAtOnce = 2;

/** A mail takes less, recording included. With less time left, none is begun. */
const mailReserveMilliseconds = 8_000;

/** What became of an approver's mail. `NO_ADDRESS`: there is none. `LATER`: the invocation had no time left for it. */
type MailOutcome =
	| "SENT"
	| "SENT_BEFORE"
	| "NO_ADDRESS"
	| "ADDRESS_REFUSED"
	| "NOT_SENT"
	| "LATER";

/** What was done for a record so far. */
export interface MailLog {
	organization?: string;
	paymentRequest?: string;
	outcomes: MailOutcome[];
}

/** An approver who gets a mail. */
interface Recipient {
	paymentRequestId: string;
	stage: number;
	userId: string;
	to: string;
}

/**
 * Sends one mail to each active approver with an address, if the record is that of new approvals.
 *
 * @param log Is told what became of each mail.
 * @throws AggregateError When a mail could not be sent or recorded. All other recipients were handled.
 */
export async function notifyApprovers(
	mailer: MailerDependencies,
	record: DynamoDBRecord,
	{ invocation, log }: { invocation: InvocationTime; log: MailLog },
) {
	const change = readChange(record);
	const paymentRequestId = change && approvalsOf(change);
	if (!change || change.before || !paymentRequestId) return;
	const asked = toApprovalStage(change.after);
	const { stage } = asked;
	const approvers = openApprovers(asked);
	if (approvers.length === 0) return;
	const { table } = mailer;
	const { organizationId } = change;
	log.organization = organizationId;
	log.paymentRequest = paymentRequestId;
	const users = await findActiveUsers(table, organizationId, approvers);
	const recipients = toRecipients(mailer, log, users, {
		paymentRequestId,
		stage,
	});
	const unsent = await findUnsent(table, organizationId, recipients);
	const sentBefore = recipients.length - unsent.length;
	log.outcomes.push(...Array<MailOutcome>(sentBefore).fill("SENT_BEFORE"));
	if (unsent.length === 0) return;
	const request = await findApprovalRequest(table, organizationId, {
		paymentRequestId,
		stage,
	});
	if (!request) return;
	const mail = toApprovalMail(request);
	await forEachSettled(unsent, mailsAtOnce, async (recipient) => {
		if (invocation.getRemainingTimeInMillis() < mailReserveMilliseconds)
			log.outcomes.push("LATER");
		else await sendOnce(mailer, log, recipient, mail);
	});
}

function toRecipients(
	{ logger }: MailerDependencies,
	{ organization, outcomes }: MailLog,
	users: readonly User[],
	mail: Pick<Recipient, "paymentRequestId" | "stage">,
): Recipient[] {
	return users.flatMap(({ id: userId, email }) => {
		if (email === null) {
			outcomes.push("NO_ADDRESS");
			return [];
		}
		if (isPlainAddress(email)) return [{ ...mail, userId, to: email }];
		outcomes.push("ADDRESS_REFUSED");
		const text = "An approver's address is not one to which mail can be sent";
		logger.warn(text, { organization, user: userId });
		return [];
	});
}

async function sendOnce(
	{ table, sendMail, clock, logger }: MailerDependencies,
	{ organization = "", outcomes }: MailLog,
	{ to, ...mailId }: Recipient,
	mail: Mail,
) {
	const id = toMailId(organization, mailId);
	const [sending] = await Promise.allSettled([sendMail({ ...mail, id, to })]);
	if (sending.status === "rejected") {
		outcomes.push("NOT_SENT");
		throw sending.reason;
	}
	outcomes.push(sending.value);
	// A refused mail is recorded as well: SES would refuse it again.
	if (sending.value === "ADDRESS_REFUSED")
		logger.warn("SES refuses a mail to an approver for its address", {
			organization,
			user: mailId.userId,
		});
	await recordSent(table, organization, mailId, clock());
}

/** The same for every sending of one mail. A hash: a user's id may be any text, which a header may not. */
function toMailId(
	organizationId: string,
	{ paymentRequestId, stage, userId }: Omit<Recipient, "to">,
): string {
	const parts = [organizationId, paymentRequestId, stage, userId];
	const hash = createHash("sha256").update(JSON.stringify(parts));
	return hash.digest("hex").slice(0, 32);
}
