import type { DynamoDBRecord } from "aws-lambda";
import { expect } from "vitest";
import type { ServiceEvent } from "../../shared/domain/events/service-event.ts";
import { changeEvents } from "../../shared/store/stream/change-events.ts";
import { readChange } from "../../shared/store/stream/record-change.ts";
import type {
	DeliveredEvent,
	MemoryOutbox,
	SentMail,
} from "../../tools/local/notifications/outbox.ts";
import { approverEmails } from "./organization.ts";
import type { Told } from "./told.ts";

/** Everything that the mailer and the publisher were told to tell is told, and nothing else. */
export function expectNotifications(
	{ mails, events }: MemoryOutbox,
	told: Told,
) {
	expectMails(mails, told);
	expectEvents(events, [...told.published]);
}

/** Every approver of the first stage got one mail about each advance; a second one only when that could not be known. */
function expectMails(
	mails: readonly SentMail[],
	{ mailed, mayRepeatMails }: Told,
) {
	const requests = [...mailed].flatMap(({ dynamodb }) => {
		const { pk, sk } = dynamodb?.Keys ?? {};
		return sk?.S === "APPROVAL#0" ? [pk?.S?.split("#").at(-1)] : [];
	});
	const expected = requests.flatMap((id) =>
		approverEmails.map((email) => `${email} ${id}`),
	);
	const ids = new Map<string, string | undefined>();
	const sent = mails.map(({ to, text, headers }) => {
		const [, id] = /^Payment request: (\w+)$/m.exec(text) ?? [];
		const mail = `${to} ${id}`;
		// A repeated mail can be recognised.
		const notificationId = headers["X-Notification-Id"];
		expect(ids.get(mail) ?? notificationId).toBe(notificationId);
		ids.set(mail, notificationId);
		return mail;
	});
	const counted = mayRepeatMails ? [...new Set(sent)] : sent;
	expect(counted.toSorted()).toEqual(expected.toSorted());
}

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
