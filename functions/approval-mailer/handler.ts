import { connectMailSender } from "../../shared/notifications/mail-sender.ts";
import { systemClock } from "../../shared/runtime/clock.ts";
import { mailSender, tableName } from "../../shared/runtime/config.ts";
import { connectTable } from "../../shared/store/dynamodb/table.ts";
import { connectObservers } from "../dependencies.ts";
import { approvalMailer } from "./approval-mailer.ts";

export const handler = approvalMailer({
	table: connectTable({ name: tableName() }),
	sendMail: connectMailSender({ sender: mailSender() }),
	clock: systemClock,
	...connectObservers(),
});
