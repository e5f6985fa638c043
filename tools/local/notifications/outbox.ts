/** A mail as SES accepted it. */
export interface SentMail {
	/** SES's id of the message. */
	messageId: string;
	/** RFC 3339 */
	sentAt: string;
	from: string;
	to: string[];
	headers: Record<string, string>;
	subject: string;
	text: string;
	html: string;
}

/** An event as EventBridge delivers it to the targets of rules. */
export interface DeliveredEvent {
	version: "0";
	id: string;
	"detail-type": string;
	source: string;
	account: string;
	/** RFC 3339, in seconds. */
	time: string;
	region: string;
	resources: string[];
	detail: unknown;
}

/** Receives the mails and events of a local stack. */
export interface Outbox {
	/** Keeps a mail before it returns. */
	addMail(mail: SentMail): Promise<void>;
	/** Keeps the events of one call before it returns. */
	addEvents(events: readonly DeliveredEvent[]): Promise<void>;
}
