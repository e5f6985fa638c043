import type { SendMail } from "../../shared/notifications/mail-sender.ts";
import type { Clock } from "../../shared/runtime/clock.ts";
import type { Logger } from "../../shared/runtime/logger.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";

export interface MailerDependencies {
	table: Table;
	sendMail: SendMail;
	clock: Clock;
	logger: Logger;
}
