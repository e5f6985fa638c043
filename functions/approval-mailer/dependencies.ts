import type { SendMail } from "../../shared/notifications/mail-sender.ts";
import type { Clock } from "../../shared/runtime/clock.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import type { Observers } from "../dependencies.ts";

export interface MailerDependencies extends Observers {
	table: Table;
	sendMail: SendMail;
	clock: Clock;
}
