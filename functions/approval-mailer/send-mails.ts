import { createHash } from "node:crypto";
import type { MailId } from "../../shared/dynamodb/keys.ts";
import type { Mail } from "../../shared/mails/content/mail.ts";
import { isPlainAddress } from "../../shared/mails/plain-address.ts";
import { findUnsent, recordSent } from "../../shared/mails/sent-mails.store.ts";
import type { User } from "../../shared/organizations/organization.ts";
import { forEachSettled } from "../../shared/timing/concurrently.ts";
import type { Mailing, MailOutcome } from "./dependencies.ts";

/** A call takes some 150 ms, so this stays within the 14 mails a second that SES allows a new account. */
const mailsAtOnce = 2;

/** A mail takes less time than this, its link and its record included. No mail is begun with less time left. */
const mailReserveMilliseconds = 8_000;

/** A mail to a user about a payment request. */
export interface UserMail {
	user: User;
	paymentRequestId: string;
	/** `MailId` describes it. */
	occasion: string;
}

/** Writes a mail. */
type Write<One> = (mail: One) => Promise<Mail>;

/**
 * Sends each mail whose user has an address, unless it is recorded as sent.
 *
 * @param prepare Is called when one has to be sent.
 * @throws AggregateError When a mail could not be sent or recorded. All others were handled.
 */
export async function sendMails<One extends UserMail>(
	mailing: Mailing,
	organizationId: string,
	mails: readonly One[],
	prepare: () => Promise<Write<One>>,
) {
	const { table, log, invocation } = mailing;
	const addressed = toAddressed(mailing, mails);
	const unsent = await findUnsent(table, organizationId, addressed);
	const sentBefore = addressed.length - unsent.length;
	log.outcomes.push(...Array<MailOutcome>(sentBefore).fill("SENT_BEFORE"));
	if (unsent.length === 0) return;
	const write = await prepare();
	await forEachSettled(unsent, mailsAtOnce, async (one) => {
		if (invocation.getRemainingTimeInMillis() < mailReserveMilliseconds)
			log.outcomes.push("LATER");
		else await sendOnce(mailing, organizationId, one, write);
	});
}

interface Addressed<One> extends MailId {
	to: string;
	mail: One;
}

function toAddressed<One extends UserMail>(
	{ logger, log: { organization, outcomes } }: Mailing,
	mails: readonly One[],
): Addressed<One>[] {
	return mails.flatMap((mail) => {
		const { user, paymentRequestId, occasion } = mail;
		const { id: userId, email: to } = user;
		if (to === null) {
			outcomes.push("NO_ADDRESS");
			return [];
		}
		if (isPlainAddress(to))
			return [{ paymentRequestId, occasion, userId, to, mail }];
		outcomes.push("ADDRESS_REFUSED");
		const text = "A user's address is not one to which mail can be sent";
		logger.warn(text, { organization, user: userId });
		return [];
	});
}

async function sendOnce<One>(
	{ table, sendMail, clock, logger, log: { outcomes } }: Mailing,
	organizationId: string,
	{ to, mail, ...mailId }: Addressed<One>,
	write: Write<One>,
) {
	const id = toNotificationId(organizationId, mailId);
	const send = async () => sendMail({ ...(await write(mail)), id, to });
	const [sending] = await Promise.allSettled([send()]);
	if (sending.status === "rejected") {
		outcomes.push("NOT_SENT");
		throw sending.reason;
	}
	outcomes.push(sending.value);
	// A refused mail is recorded as well: SES would refuse it again.
	if (sending.value === "ADDRESS_REFUSED")
		logger.warn("SES refuses a mail to a user for its address", {
			organization: organizationId,
			user: mailId.userId,
		});
	await recordSent(table, organizationId, mailId, clock());
}

/** The same for every sending of one mail. A hash: a user's id may be any text, which a header may not. */
function toNotificationId(
	organizationId: string,
	{ paymentRequestId, occasion, userId }: MailId,
): string {
	const parts = [organizationId, paymentRequestId, occasion, userId];
	const hash = createHash("sha256").update(JSON.stringify(parts));
	return hash.digest("hex").slice(0, 32);
}
