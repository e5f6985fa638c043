import type { Table } from "../../shared/dynamodb/table.ts";
import type { Clock } from "../../shared/environment/clock.ts";
import type { Observers } from "../../shared/logging/observers.ts";
import type { GenerateMac } from "../../shared/notifications/link-mac.ts";
import type { SendMail } from "../../shared/notifications/mail-sender.ts";
import type { InvocationTime } from "../../shared/timing/retry-time.ts";

export interface MailerDependencies extends Observers {
	table: Table;
	sendMail: SendMail;
	generateMac: GenerateMac;
	/** What links begin with. */
	approvalUrl: string;
	clock: Clock;
}

/** What is needed to handle a record of the stream. */
export interface Mailing extends MailerDependencies {
	invocation: InvocationTime;
	/** Gets the outcome of each mail. */
	log: MailLog;
}

/** The outcome of a mail. `NO_ADDRESS`: the user has no address. `LATER`: the invocation had no time left for it. */
export type MailOutcome =
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
