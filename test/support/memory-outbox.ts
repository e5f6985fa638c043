import type {
	DeliveredEvent,
	Outbox,
	SentMail,
} from "../../tools/local/notifications/outbox.ts";

/** What the service sent, for tests that read it. */
export interface MemoryOutbox extends Outbox {
	mails: SentMail[];
	events: DeliveredEvent[];
}

export function createMemoryOutbox(): MemoryOutbox {
	const mails: SentMail[] = [];
	const events: DeliveredEvent[] = [];
	return {
		mails,
		events,
		addMail: async (mail) => void mails.push(mail),
		addEvents: async (added) => void events.push(...added),
	};
}
