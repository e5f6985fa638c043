import { randomUUID } from "node:crypto";
import type { SendEmailCommandInput } from "@aws-sdk/client-sesv2";
import type { Outbox } from "./outbox.ts";

/** Answers as SES does (API version 2): accepts simple messages, and refuses recipients that are not addresses. */
export async function sendEmail(
	{ FromEmailAddress = "", Destination, Content }: SendEmailCommandInput,
	outbox: Outbox,
): Promise<{ MessageId: string } | { refusal: string }> {
	const to = Destination?.ToAddresses ?? [];
	const message = Content?.Simple;
	if (!message) return { refusal: "Only simple messages are supported here" };
	const invalid = to.find((address) => !isAddress(address));
	if (to.length === 0 || invalid !== undefined)
		return { refusal: "Illegal address" };
	const messageId = randomUUID();
	await outbox.addMail({
		messageId,
		sentAt: new Date().toISOString(),
		from: FromEmailAddress,
		to,
		headers: Object.fromEntries(
			(message.Headers ?? []).map(({ Name = "", Value = "" }) => [Name, Value]),
		),
		subject: message.Subject?.Data ?? "",
		text: message.Body?.Text?.Data ?? "",
		html: message.Body?.Html?.Data ?? "",
	});
	return { MessageId: messageId };
}

/** SES accepts only addresses in ASCII. */
const isAddress = (text: string) => /^[!-~]+@[!-~]+$/.test(text);
