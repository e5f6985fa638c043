import {
	appendFileSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
	type FileOutbox,
	openFileOutbox,
} from "../../../../tools/local/notifications/file-outbox.ts";
import { openNotifications } from "../../../../tools/local/notifications/local-notifications.ts";
import { mailPage } from "../../../../tools/local/notifications/mail-page.ts";
import { sendEmail } from "../../../../tools/local/notifications/ses.ts";

let folder: string;
let lines: string[];
let outbox: FileOutbox;
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "outbox-"));
	lines = [];
	outbox = await openFileOutbox(folder, (line) => lines.push(line));
});
afterEach(() => rmSync(folder, { recursive: true }));

const mail = (subject: string, second = 0) => ({
	messageId: "m-1",
	sentAt: `2026-11-22T00:00:0${second}.000Z`,
	from: "approvals@acme.example",
	to: ["a@acme.example"],
	headers: {},
	subject,
	text: "Please approve <this>",
	html: "",
});
const event = (detailType: string) => ({
	version: "0" as const,
	id: "e-1",
	"detail-type": detailType,
	source: "procurement-payments",
	account: "0",
	time: "2026-11-22T00:00:00Z",
	region: "r",
	resources: [],
	detail: { data: { narration: "<script>" } },
});

const page = async () => {
	const answer = await mailPage(outbox)("/mail");
	return { text: `${answer?.body}`, headers: answer?.headers };
};

it("contract 1, --memory: an engine that keeps nothing on disk, and one that DYNAMODB_ENDPOINT names, have no notifications", async () => {
	const engine = { url: "http://127.0.0.1:1", stop: async () => {} };
	expect(await openNotifications(engine, () => {})).toBeUndefined();
});

it("keeps mails and events as files, and prints a line for each mail", async () => {
	await outbox.addMail(mail("One"));
	await outbox.addMail(mail("Two", 1));
	await outbox.addEvents([event("A"), event("B")]);
	await outbox.addEvents([event("A")]);
	expect(readdirSync(folder).toSorted()).toEqual(["events.jsonl", "mails"]);
	expect((await outbox.readMails(10)).map(({ subject }) => subject)).toEqual([
		"Two",
		"One",
	]);
	expect(await outbox.readEvents(1)).toMatchObject([
		{ "detail-type": "A" },
		{ "detail-type": "B" },
	]);
	expect(lines).toEqual([
		"Mail to a@acme.example: One",
		"Mail to a@acme.example: Two",
	]);
});

it("keeps a mail so that only the user of the stack can read it: its link decides on a payment", async () => {
	await outbox.addMail(mail("One"));
	const [name = ""] = readdirSync(join(folder, "mails"));
	const { mode } = statSync(join(folder, "mails", name));
	expect(mode & 0o777).toBe(0o600);
});

it("leaves out a mail that a killed stack was writing", async () => {
	await outbox.addMail(mail("One"));
	const [name = ""] = readdirSync(join(folder, "mails"));
	appendFileSync(join(folder, "mails", `9${name}.unfinished`), '{"sub');
	expect(await outbox.readMails(9)).toMatchObject([{ subject: "One" }]);
});

it("/mail keeps the latest events of each detail type, however many others come, and after a restart", async () => {
	await outbox.addEvents([event("Approval Requested")]);
	for (let call = 0; call < 110; call++)
		await outbox.addEvents(Array(100).fill(event("Invoice Paid")));
	for (const stack of [outbox, await openFileOutbox(folder, () => {})]) {
		const types = (await stack.readEvents(50)).map((one) => one["detail-type"]);
		expect(types).toEqual([
			...Array(50).fill("Invoice Paid"),
			"Approval Requested",
		]);
	}
	expect((await page()).text).toContain('<li data-kind="Approval Requested">');
});

it("/mail shows both, escaped, the newest first, with what a row needs", async () => {
	expect((await page()).text).toContain('<p id="none">');
	await outbox.addMail({
		...mail('<img src="x">', 1),
		text: "Net payable:     INR 1.00\nPayment request: 01M\n\nLook:\nhttp://127.0.0.1:1/approval#t\nNarration: see http://x.example",
	});
	const data = {
		invoiceNumber: "CW/1",
		currency: "INR",
		amountPaid: "150000.5",
		paidBy: { userId: "u-<b>", keyId: null },
		narration: "<script>",
	};
	await outbox.addEvents([{ ...event("A"), detail: { data } }]);
	const { text, headers } = await page();
	expect(text).toContain('<p id="none" hidden>');
	expect(text).not.toMatch(/<img src="x|<b>|<script>/);
	const rows = [...text.matchAll(/<li [\s\S]*?<\/li>/g)].map(([row]) =>
		row
			.replaceAll(/<[^>]+>/g, " ")
			.replaceAll(/\s+/g, " ")
			.trim(),
	);
	expect(rows).toEqual([
		"&#60;img src=&#34;x&#34;&#62; 2026-11-22T00:00:01.000Z Mail 01M INR 1.00 a@acme.example",
		"A 2026-11-22T00:00:00Z Event CW/1 ₹ 1,50,000.50 u-&#60;b&#62;",
	]);
	// The mail's link; not what a caller wrote.
	expect(text).toContain('<a href="http://127.0.0.1:1/approval#t"');
	expect(text).not.toContain('href="http://x.example');
	expect(headers).toMatchObject({
		"content-type": "text/html; charset=utf-8",
		"content-security-policy": expect.stringMatching(
			/^default-src 'none'; script-src 'self'; style-src 'self';/,
		),
	});
	expect(await mailPage(outbox)("/mails")).toBeUndefined();
});

it("/mail/html/{id}: the mail as a mail program shows it, without any script", async () => {
	await outbox.addMail({ ...mail("One"), html: "<head></head><b>One</b>" });
	const answer = await mailPage(outbox)("/mail/html/m-1");
	expect(`${answer?.body}`).toBe(
		'<head><base target="_blank"></head><b>One</b>',
	);
	expect(answer?.headers["content-security-policy"]).toMatch(
		/^default-src 'none'; style-src 'unsafe-inline'; .*sandbox/,
	);
	expect(await mailPage(outbox)("/mail/html/m-2")).toBeUndefined();
});

it.each([[[]], [["no address"]], [["é@acme.example"]]])(
	"SES refuses the recipients %j",
	async (ToAddresses) => {
		const Content = { Simple: { Subject: { Data: "s" }, Body: {} } };
		const call = { Destination: { ToAddresses }, Content };
		expect(await sendEmail(call, outbox)).toEqual({
			refusal: "Illegal address",
		});
		expect(await outbox.readMails(1)).toEqual([]);
	},
);
