import { connectTable } from "../../shared/dynamodb/table.ts";
import { systemClock } from "../../shared/environment/clock.ts";
import {
	approvalUrl,
	linkKeyId,
	mailSender,
	tableName,
} from "../../shared/environment/config.ts";
import { connectGenerateMac } from "../../shared/notifications/link-mac.ts";
import { connectMailSender } from "../../shared/notifications/mail-sender.ts";
import { connectObservers } from "../dependencies.ts";
import { approvalMailer } from "./approval-mailer.ts";

export const handler = approvalMailer({
	table: connectTable({ name: tableName() }),
	sendMail: connectMailSender({ sender: mailSender() }),
	generateMac: connectGenerateMac({ keyId: linkKeyId() }),
	approvalUrl: approvalUrl(),
	clock: systemClock,
	...connectObservers(),
});
