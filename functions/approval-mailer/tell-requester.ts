import { paymentRequestKey } from "../../shared/dynamodb/keys.ts";
import { batchGet } from "../../shared/dynamodb/reads/batch-get.ts";
import { readWhole } from "../../shared/dynamodb/reads/read-whole.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import type { AnnouncedTransition } from "../../shared/events/transition-events.ts";
import {
	type DecidedRequest,
	toDecidedMail,
} from "../../shared/mails/content/decided-mail.ts";
import { requesterOf } from "../../shared/mails/content/request-rows.ts";
import { findNames } from "../../shared/mails/named-requests.store.ts";
import { findActiveUsers } from "../../shared/organizations/active-users.store.ts";
import type { PaymentRequest } from "../../shared/payment-requests/payment-request.ts";
import {
	asAdvanceItem,
	toPaymentRequest,
} from "../../shared/payment-requests/payment-requests.store.ts";
import type { HistoryEntry } from "../../shared/payment-requests/workflow/transition.ts";
import type { Mailing } from "./dependencies.ts";
import { requireDeleted } from "./require-deleted.ts";
import { sendMails } from "./send-mails.ts";

/**
 * A8: sends one mail to the person who raised or last resubmitted a request when an approver's decision ends its round,
 * unless another round has begun. A late mail describes the request as it is by then.
 *
 * @throws When the request does not show the decision yet (ADR 20), or the mail could not be sent or recorded.
 */
export async function tellRequester(
	mailing: Mailing,
	organizationId: string,
	transition: AnnouncedTransition,
) {
	const decided = toDecided(transition);
	if (!decided) return;
	const { table, log } = mailing;
	const { paymentRequestId, version } = transition;
	log.organization = organizationId;
	log.paymentRequest = paymentRequestId;
	const request = await readWhole(
		table,
		() => findRequest(table, organizationId, paymentRequestId),
		(found) => !found || found.version >= version,
	);
	if (!request) return requireDeleted(table, organizationId);
	if (request.version < version)
		throw new Error("The payment request could not be read as a whole");
	// It was submitted again, perhaps by another user and with other amounts: its requester knows of the return.
	if (request.round > decided.round) return;
	const requester = requesterOf(request);
	const userIds = [requester.userId, decided.userId];
	const users = await findActiveUsers(table, organizationId, userIds);
	const findUser = (id: string) => users.find((user) => user.id === id);
	const user = findUser(requester.userId);
	const occasion = `DECIDED#${version}`;
	const mails = user ? [{ user, paymentRequestId, occasion }] : [];
	await sendMails(mailing, organizationId, mails, async () => {
		const userIds = [decided.userId];
		const named = await findNames(table, organizationId, { request, userIds });
		const mailed = { ...named, paymentRequest: request };
		return async () => toDecidedMail({ ...mailed, decision: decided });
	});
}

type Decided = DecidedRequest["decision"] & { round: number };

/** undefined for what no approver decided, and for an approval after which others still have to decide. */
function toDecided({
	entries: [cause],
	state,
}: AnnouncedTransition): Decided | undefined {
	const action = cause && state !== "PENDING" && decisionOf(cause);
	if (!cause?.by || !action) return undefined;
	const { by, at, note, round } = cause;
	return { action, userId: by.userId, at, note, round };
}

const decisionOf = ({ action }: HistoryEntry): Decided["action"] | undefined =>
	(["APPROVED", "REJECTED", "RETURNED"] as const).find((one) => one === action);

async function findRequest(
	table: Table,
	organizationId: string,
	paymentRequestId: string,
): Promise<PaymentRequest | undefined> {
	const key = paymentRequestKey(organizationId, paymentRequestId);
	const [item] = await batchGet(table, [key]);
	const stored = item && asAdvanceItem(item);
	return stored?.type === "VENDOR_ADVANCE"
		? toPaymentRequest(stored)
		: undefined;
}
