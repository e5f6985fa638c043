import { toMailAmount } from "../../../shared/mails/content/mail-amount.ts";
import { toDecimal } from "../../../shared/money/decimal.ts";
import type { DeliveredEvent, SentMail } from "./outbox.ts";

/** A mail or an event as a row of the page `/mail`. Texts are empty where there is nothing. */
export interface OutboxEntry {
	/** The id is unique on the page. */
	id: string;
	/** `Mail`, or the event's detail type. */
	kind: string;
	title: string;
	/** The invoice, order, request or batch. */
	record: string;
	amount: string;
	/** Who got the mail, or did what the event reports. */
	person: string;
	/** RFC 3339 */
	at: string;
	content: { mail: SentMail } | { event: DeliveredEvent };
}

/** Makes the entries of mails and events, the newest first. */
export const toEntries = (
	mails: readonly SentMail[],
	events: readonly DeliveredEvent[],
): OutboxEntry[] =>
	[...mails.map(toMailEntry), ...events.map(toEventEntry)].sort((a, b) =>
		b.at.localeCompare(a.at),
	);

function toMailEntry(mail: SentMail): OutboxEntry {
	const row = (label: string) =>
		new RegExp(`^${label}: +(.+)$`, "m").exec(mail.text)?.[1] ?? "";
	return {
		id: `mail-${mail.messageId}`,
		kind: "Mail",
		title: mail.subject,
		record: row("Payment request"),
		amount: row("Net payable"),
		person: mail.to.join(", "),
		at: mail.sentAt,
		content: { mail },
	};
}

function toEventEntry(event: DeliveredEvent): OutboxEntry {
	const data = dataOf(event);
	return {
		id: `event-${event.id}`,
		kind: event["detail-type"],
		title: event["detail-type"],
		record: firstText(data, recordNames),
		amount: amountOf(data),
		person: personOf(data),
		at: event.time,
		content: { event },
	};
}

type Data = Readonly<Record<string, unknown>>;

const asData = (value: unknown): Data =>
	typeof value === "object" && value !== null ? { ...value } : {};

const dataOf = ({ detail }: DeliveredEvent): Data =>
	asData(asData(detail).data);

const recordNames = [
	"invoiceNumber",
	"invoiceId",
	"poNumber",
	"poId",
	"paymentRequestId",
	"bulkActionSlug",
];

const firstText = (data: Data, names: readonly string[]): string =>
	names.map((name) => data[name]).find(isText) ?? "";

const isText = (value: unknown): value is string => typeof value === "string";

function amountOf(data: Data): string {
	const amount =
		firstText(data, ["amountPaid", "amount"]) ||
		firstText(asData(data.tax), ["netPayable"]);
	if (!/^-?\d+(\.\d+)?$/.test(amount)) return amount;
	return toMailAmount(firstText(data, ["currency"]), toDecimal(amount)).trim();
}

const actorNames = ["by", "paidBy", "reversedBy", "updatedBy", "createdBy"];

function personOf(data: Data): string {
	if (Array.isArray(data.approvers))
		return data.approvers
			.map((one) => (isText(one) ? one : firstText(asData(one), ["userId"])))
			.join(", ");
	const actors = actorNames.map((name) => asData(data[name]));
	return (
		firstText(data, ["userId"]) ||
		actors.map((actor) => firstText(actor, ["userId"])).find(Boolean) ||
		""
	);
}
