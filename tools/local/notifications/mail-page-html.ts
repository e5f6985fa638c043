import { escapeHtml } from "../../../shared/mails/content/mail-text.ts";
import { localPage, localPages } from "../http-front/local-pages.ts";
import type { DeliveredEvent, SentMail } from "./outbox.ts";
import type { OutboxEntry } from "./outbox-entries.ts";

/**
 * The page `/mail`, which also works without its script: each row leads to its detail, which is shown when it is the
 * link's target. The script adds the filter and new entries.
 */
export const mailPageHtml = (entries: readonly OutboxEntry[]) =>
	localPage({
		title: "Mails and events",
		files: `<link rel="stylesheet" href="/mail/mail.css">
<script src="/mail/mail.js" type="module"></script>`,
		pages: localPages({ hasMails: true }),
		current: "/mail",
		content: `<div class="list">
<h1>Mails and events</h1>
<p class="kinds" hidden><label for="kind">Show</label> <select id="kind"><option value="">All kinds</option></select></p>
<p id="news" role="status"></p>
<p id="none"${entries.length > 0 ? " hidden" : ""}>None yet. They appear here as soon as the service sends them.</p>
<ol id="entries">
${entries.map(toRow).join("\n")}
</ol>
</div>
<div id="details">
<p class="hint">Choose a mail or an event to see it whole.</p>
${entries.map(toDetail).join("\n")}
</div>`,
	});

const toRow = ({
	id,
	kind,
	title,
	record,
	amount,
	person,
	at,
}: OutboxEntry) => `<li data-kind="${escapeHtml(kind)}"><a href="#${escapeHtml(id)}">
<span class="title">${escapeHtml(title)}</span> ${toTime(at)}
<span class="facts">${[
	kind === "Mail" ? "Mail" : "Event",
	record,
	amount,
	person,
]
	.filter((fact) => fact !== "")
	.map((fact) => `<span>${escapeHtml(fact)}</span>`)
	.join(" ")}</span></a></li>`;

const toTime = (at: string) =>
	`<time datetime="${escapeHtml(at)}">${escapeHtml(at)}</time>`;

const toDetail = ({ id, title, at, content }: OutboxEntry) =>
	`<article id="${escapeHtml(id)}" tabindex="-1" aria-label="${escapeHtml(title)}">
<h2>${escapeHtml(title)}</h2>
<p>${toTime(at)}</p>
${"mail" in content ? toMailHtml(content.mail) : toEventHtml(content.event)}
<p class="back"><a href="#entries">Back to the list</a></p>
</article>`;

const toMailHtml = ({ from, to, text, messageId }: SentMail) =>
	`<p>From ${escapeHtml(from)}<br>To ${escapeHtml(to.join(", "))}</p>
<iframe src="/mail/html/${encodeURIComponent(messageId)}" title="The mail as a mail program shows it" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h3>As plain text</h3>
<pre tabindex="0" aria-label="Text of the mail">${text.split("\n").map(toLine).join("\n")}</pre>`;

/** A link in a mail has a line of its own, which a caller's text never has. */
const toLine = (line: string): string =>
	/^https?:\/\/\S+$/.test(line)
		? `<a href="${escapeHtml(line)}" target="_blank" rel="noreferrer">${escapeHtml(line)}</a>`
		: escapeHtml(line);

const toEventHtml = (event: DeliveredEvent) =>
	`<pre tabindex="0" aria-label="The event">${escapeHtml(JSON.stringify(event, null, 2))}</pre>`;
