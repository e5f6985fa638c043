import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import type { AwsConnection } from "../environment/aws-connection.ts";
import { countAwsCalls, lastStep } from "../logging/activity.ts";
import type { AddressedMail } from "../mails/content/mail.ts";
import { callTimeouts } from "./call-timeouts.ts";
import { withoutContents } from "./without-contents.ts";

/** SES assigns the `Message-ID` itself, so that only a header of ours shows that two mails are copies. */
const mailIdHeader = "X-Notification-Id";

/**
 * Sends a mail. Not idempotent: SES delivers what it is sent.
 *
 * @returns `ADDRESS_REFUSED` when SES can never send it, because of its recipient.
 * @throws When it was not sent, or may have been.
 */
export type SendMail = (
	mail: AddressedMail,
) => Promise<"SENT" | "ADDRESS_REFUSED">;

export function connectMailSender({
	sender,
	...connection
}: AwsConnection & { sender: string }): SendMail {
	const client = new SESv2Client({
		...connection,
		requestHandler: callTimeouts,
		// A call that was not answered may have sent the mail. The record's next delivery repeats it, not the SDK at once.
		maxAttempts: 1,
	});
	client.middlewareStack.add(countAwsCalls, lastStep);
	return async (mail) => {
		try {
			await client.send(toCommand(sender, mail));
			return "SENT";
		} catch (error) {
			if (error instanceof Error && error.name === "BadRequestException")
				return "ADDRESS_REFUSED";
			throw withoutContents("SES did not take a mail", error);
		}
	};
}

const toCommand = (
	sender: string,
	{ id, to, subject, text, html }: AddressedMail,
) =>
	new SendEmailCommand({
		FromEmailAddress: sender,
		Destination: { ToAddresses: [to] },
		Content: {
			Simple: {
				Subject: { Data: subject, Charset: "UTF-8" },
				Body: {
					Text: { Data: text, Charset: "UTF-8" },
					Html: { Data: html, Charset: "UTF-8" },
				},
				Headers: [{ Name: mailIdHeader, Value: id }],
			},
		},
	});
