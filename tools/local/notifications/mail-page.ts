import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HttpAnswer } from "../http-front/api-answer.ts";
import type { FindDocument } from "../http-front/documents.ts";
import type { FileOutbox } from "./file-outbox.ts";
import { mailPageHtml } from "./mail-page-html.ts";
import { toEntries } from "./outbox-entries.ts";

const mailsShown = 100;
/** The number of events that are shown of each detail type. */
const eventsShown = 50;

/** The page `/mail`: the latest mails, and the latest events of each detail type, of the local stack. */
export function mailPage(
	outbox: Pick<FileOutbox, "readMails" | "readEvents">,
): FindDocument {
	return async (path) => {
		if (path === "/mail") {
			const mails = await outbox.readMails(mailsShown);
			const events = await outbox.readEvents(eventsShown);
			return answer("text/html", mailPageHtml(toEntries(mails, events)));
		}
		if (path === "/mail/mail.css") return answer("text/css", own("mail.css"));
		if (path === "/mail/mail.js")
			return answer("text/javascript", own("mail.js"));
		const [, id] = /^\/mail\/html\/([^/]+)$/.exec(path) ?? [];
		if (id === undefined) return undefined;
		const mails = await outbox.readMails(mailsShown);
		const mail = mails.find(({ messageId }) => messageId === id);
		return mail && answer("text/html", inNewTabs(mail.html), mailPolicy);
	};
}

const own = (name: string) =>
	readFileSync(join(import.meta.dirname, "browser", name), "utf8");

/** The page loads only files of its own origin; `/docs` has its look. */
const pagePolicy =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A mail runs no script and loads nothing. */
const mailPolicy =
	"default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** Makes the links of a mail open in a new tab, outside of the frame in which the mail is shown. */
const inNewTabs = (html: string) =>
	html.replace("<head>", '<head><base target="_blank">');

const answer = (
	type: string,
	text: string,
	policy = pagePolicy,
): HttpAnswer => ({
	status: 200,
	headers: {
		"content-type": `${type}; charset=utf-8`,
		// The page requests itself again and again, and is sent only when it has changed.
		etag: `"${createHash("sha256").update(text).digest("base64url")}"`,
		"cache-control": "no-cache",
		"content-security-policy": policy,
		"referrer-policy": "no-referrer",
		"x-content-type-options": "nosniff",
	},
	body: Buffer.from(text),
});
