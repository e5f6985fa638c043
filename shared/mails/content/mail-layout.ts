import { escapeHtml } from "./mail-text.ts";

/** A line of a mail's table. */
export type Row = readonly [label: string, value: string];

/** The parts of a mail in their order. Texts of callers have passed `toMailText`. */
export interface MailParts {
	title: string;
	opening: string;
	/** What matters most, in large letters: an amount. */
	figure: { label: string; value: string };
	rows: readonly Row[];
	/** The mail's one link, and what its reader must know of it. */
	link?: { label: string; url: string; notes: readonly string[] };
}

const closing = "This is an automatic message. Replies are not read.";

export function toMailPlainText({ opening, figure, rows, link }: MailParts) {
	const all: Row[] = [[figure.label, figure.value], ...rows];
	const width = Math.max(...all.map(([label]) => label.length)) + 2;
	const lines = all.map(
		([label, value]) => `${`${label}:`.padEnd(width)}${value}`,
	);
	const paragraphs = [
		...(link ? [`${link.label}:\n${link.url}`, ...link.notes] : []),
		closing,
	];
	return `${[opening, lines.join("\n"), ...paragraphs].join("\n\n")}\n`;
}

/**
 * The look of the approval page (`console/src/look.css`), with what mail programs know: tables, and each rule at its
 * element. The style sheet in the head is for dark mode alone, for programs that have one.
 */
export function toMailHtml(parts: MailParts): string {
	const { title, opening, figure, rows, link } = parts;
	return [
		'<!doctype html><html lang="en"><head><meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
		`<title>${escapeHtml(title)}</title><style>${darkStyle}</style></head>`,
		`<body class="b" style="margin:0;padding:24px 12px;background:#f4f6f7;color:#17242b;${font}">`,
		'<table role="presentation" class="c" width="100%" cellspacing="0" cellpadding="0" style="max-width:600px;margin:0 auto;background:#fff;border:1px solid #d5dde1;border-radius:12px"><tr><td style="padding:28px">',
		`<p style="margin:0 0 24px">${escapeHtml(opening)}</p>`,
		`<p class="q" style="margin:0;${small}">${escapeHtml(figure.label)}</p>`,
		`<p style="margin:2px 0 20px;font-size:28px;line-height:1.25;font-weight:600;font-variant-numeric:tabular-nums">${escapeHtml(figure.value)}</p>`,
		`<table width="100%" cellspacing="0" cellpadding="0">${rows.map(toRowHtml).join("")}</table>`,
		...(link ? [toLinkHtml(link)] : []),
		toNoteHtml(closing),
		"</td></tr></table></body></html>\n",
	].join("\n");
}

const toRowHtml = ([label, value]: Row) =>
	`<tr><th class="q l" scope="row" align="left" valign="top" style="padding:8px 16px 8px 0;border-top:1px solid #e3e9ec;font-weight:400;${small}">${escapeHtml(label)}</th><td class="l" valign="top" style="padding:8px 0;border-top:1px solid #e3e9ec;word-break:break-word">${escapeHtml(value)}</td></tr>`;

/** SES takes the attribute out, and does not track the link: its token would pass the servers of SES. */
const toLinkHtml = ({ label, url, notes }: NonNullable<MailParts["link"]>) =>
	[
		`<p style="margin:28px 0 8px"><a ses:no-track class="a" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#0b5563;color:#fff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`,
		...notes.map(toNoteHtml),
	].join("\n");

const toNoteHtml = (text: string) =>
	`<p class="q" style="margin:16px 0 0;${small}">${escapeHtml(text)}</p>`;

const font =
	"font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif";
const small = "font-size:14px;color:#52636c";

const darkStyle =
	"@media (prefers-color-scheme:dark){.b{background:#0f171b!important;color:#e6edf0!important}.c{background:#172228!important;border-color:#31414a!important}.l{border-color:#2a3840!important}.q{color:#a3b4bd!important}.a{background:#7fd0e0!important;color:#06262d!important}}";
