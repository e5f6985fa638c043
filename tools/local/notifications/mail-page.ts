import { escapeHtml } from "../../../shared/domain/mails/mail-text.ts";
import type { HttpAnswer } from "../http-front/api-answer.ts";
import type { FindDocument } from "../http-front/documents.ts";
import type { FileOutbox } from "./file-outbox.ts";
import type { DeliveredEvent, SentMail } from "./outbox.ts";

const mailsShown = 50;
const eventsShown = 100;

/** The page `/mail`: the latest mails and events of the local stack. */
export function mailPage(
	outbox: Pick<FileOutbox, "readMails" | "readEvents">,
): FindDocument {
	return async (path) => {
		if (path !== "/mail") return undefined;
		const mails = await outbox.readMails(mailsShown);
		const events = await outbox.readEvents(eventsShown);
		return htmlAnswer(toPage(mails, events));
	};
}

const htmlAnswer = (html: string): HttpAnswer => ({
	status: 200,
	headers: {
		"content-type": "text/html; charset=utf-8",
		"cache-control": "no-store",
		"content-security-policy":
			"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
		"x-content-type-options": "nosniff",
	},
	body: Buffer.from(html),
});

const toPage = (
	mails: readonly SentMail[],
	events: readonly DeliveredEvent[],
) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mails and events</title>
<style>
body { font-family: system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f4f4f4; padding: .75rem; }
</style>
</head>
<body>
<h1>Mails (the latest ${mailsShown})</h1>
${mails.map(toMailHtml).join("\n") || "<p>None yet.</p>"}
<h1>Events (the latest ${eventsShown})</h1>
${events.map(toEventHtml).join("\n") || "<p>None yet.</p>"}
</body>
</html>
`;

const toMailHtml = ({ subject, to, from, sentAt, text }: SentMail) =>
	`<article><h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to.join(", "))}, from ${escapeHtml(from)}, ${escapeHtml(sentAt)}</p>
<pre>${escapeHtml(text)}</pre></article>`;

const toEventHtml = (event: DeliveredEvent) =>
	`<details><summary>${escapeHtml(event["detail-type"])}, ${escapeHtml(event.time)}</summary>
<pre>${escapeHtml(JSON.stringify(event.detail, null, 2))}</pre></details>`;
