import type { DynamoDBRecord } from "aws-lambda";
import { expect } from "vitest";
import { approvalKey, paymentRequestKey } from "../../shared/dynamodb/keys.ts";
import type { Item } from "../../shared/dynamodb/reads/batch-get.ts";
import {
	type AskedApprovals,
	askedIn,
	changeEvents,
	transitionIn,
} from "../../shared/events/change-events.store.ts";
import { readChange } from "../../shared/events/record-change.store.ts";
import type { ServiceEvent } from "../../shared/events/service-event.ts";
import {
	asAdvanceItem,
	toPaymentRequest,
} from "../../shared/payment-requests/payment-requests.store.ts";
import { toApprovalStage } from "../../shared/payment-requests/stages/approval-items.store.ts";
import {
	type Approval,
	findApproval,
} from "../../shared/payment-requests/stages/approval-stage.ts";
import type { HistoryAction } from "../../shared/payment-requests/workflow/transition.ts";
import type {
	DeliveredEvent,
	SentMail,
} from "../../tools/local/notifications/outbox.ts";
import type { MemoryOutbox } from "../support/memory-outbox.ts";
import { organizationId } from "./organization.ts";
import type { Reported } from "./reported.ts";

/** Everything that the mailer and the publisher got to announce is announced, and nothing else. */
export function expectNotifications(
	{ mails, events }: MemoryOutbox,
	reported: Reported,
) {
	expectMails(mails, reported);
	expectEvents(events, [...reported.published]);
}

/** Everyone who had to get a mail got one, and no one else; a second one only when that could not be known. */
function expectMails(
	mails: readonly SentMail[],
	{ mailed, mayRepeatMails }: Reported,
) {
	const ids = new Map<string, string | undefined>();
	const sent = mails.map(({ to, subject, text, headers }) => {
		const [, id] = /^Payment request: +(\w+)$/m.exec(text) ?? [];
		const mail = [...to, id, toOccasion(subject)].join(" ");
		// A repeated mail can be recognised.
		const notificationId = headers["X-Notification-Id"];
		expect(ids.get(mail) ?? notificationId).toBe(notificationId);
		ids.set(mail, notificationId);
		return mail;
	});
	const counted = mayRepeatMails ? [...new Set(sent)] : sent;
	expect(counted.toSorted()).toEqual([...mailed.values()].flat().toSorted());
}

/** A request of one stage does not name it. A late mail adds what happened since then: `Approved, then cancelled: …`. */
function toOccasion(subject: string): string {
	const [, stage = "1"] = /\(stage (\d+) of \d+\)/.exec(subject) ?? [];
	const [occasion = ""] = subject.split(/ \(stage|[:,]/);
	return occasion === "Approval requested" ? `${occasion} ${stage}` : occasion;
}

/**
 * The mails that the delivery of a record has to lead to, given the records of the table at that time: to the approvers
 * whom it asks and who have not decided since, and to the requester whose request it decides, unless it was submitted
 * again since.
 *
 * @returns For each its address, its request and its occasion.
 */
export function mailsOf(
	record: DynamoDBRecord,
	items: ReadonlyMap<string, Item>,
): string[] {
	const change = readChange(record);
	if (!change) return [];
	const asked = askedIn(change);
	if (asked) return asked.approvals.flatMap((one) => askingMail(asked, one));
	const transition = transitionIn(change);
	const cause = transition?.entries[0];
	const occasion =
		transition?.state !== "PENDING" && cause?.by && occasions[cause.action];
	if (!transition || !occasion) return [];
	const { paymentRequestId } = transition;
	const { pk, sk } = paymentRequestKey(organizationId, paymentRequestId);
	const stored = items.get(`${pk} ${sk}`);
	if (stored && roundOf(stored) > cause.round) return [];
	// In the tests, the administrator raises and resubmits all advances.
	return [`u-admin@acme.example ${paymentRequestId} ${occasion}`];

	function askingMail(
		{ paymentRequestId, stage }: AskedApprovals,
		{ userId, askedAt }: Approval,
	): string[] {
		const key = approvalKey(organizationId, paymentRequestId, stage);
		const item = items.get(`${key.pk} ${key.sk}`);
		const now = item && findApproval(toApprovalStage(item), userId);
		const mail = `${userId}@acme.example ${paymentRequestId} Approval requested ${stage.stage + 1}`;
		return now?.state === "OPEN" && now.askedAt === askedAt ? [mail] : [];
	}
}

function roundOf(item: Item): number {
	const stored = asAdvanceItem(item);
	return stored.type === "VENDOR_ADVANCE" ? toPaymentRequest(stored).round : 1;
}

const occasions: Partial<Record<HistoryAction, string>> = {
	APPROVED: "Approved",
	REJECTED: "Rejected",
	RETURNED: "Returned for changes",
};

/** Every event was published with its id, however often, and first after the earlier ones of its record. */
function expectEvents(
	events: readonly DeliveredEvent[],
	records: readonly DynamoDBRecord[],
) {
	const expected = records.flatMap((record) => {
		const change = readChange(record);
		return change ? changeEvents(change) : [];
	});
	const published = new Map<string, ServiceEvent["detail"]>();
	for (const { detail } of events) {
		// Unchecked cast: the publisher sends no other form.
		const sent = detail as ServiceEvent["detail"];
		const { id } = sent.metadata;
		expect(published.get(id) ?? sent).toEqual(sent);
		published.set(id, published.get(id) ?? sent);
	}
	const ids = [...published.keys()];
	const byRecord = Map.groupBy(expected, ({ record }) => record);
	for (const own of byRecord.values()) {
		const ownIds = own.map(({ detail }) => detail.metadata.id);
		expect(ids.filter((id) => ownIds.includes(id))).toEqual(ownIds);
	}
	expect(published.size).toBe(expected.length);
}
