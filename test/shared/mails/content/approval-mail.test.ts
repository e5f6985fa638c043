import { describe, expect, it } from "vitest";
import {
	type ApprovalLink,
	type ApprovalRequest,
	toApprovalMail,
} from "../../../../shared/mails/content/approval-mail.ts";
import { toDecidedMail } from "../../../../shared/mails/content/decided-mail.ts";
import { toMailAmount } from "../../../../shared/mails/content/mail-amount.ts";
import { isPlainAddress } from "../../../../shared/mails/plain-address.ts";
import { toDecimal } from "../../../../shared/money/decimal.ts";
import { mailedRequest } from "../../../support/mailed-request.ts";

const request = mailedRequest();
const { paymentRequest } = request;
const link: ApprovalLink = {
	url: "https://api.example.com/approval#token",
	expiresAt: "2026-12-05T21:36:52.586Z",
	approverName: "Divya",
};

it("3.2: says who asks for what, with every figure, and where the request can be found", () => {
	const { subject, text } = toApprovalMail(request, link);
	expect(subject).toBe(
		"Approval requested (stage 1 of 2): ₹\u00a01,61,999.50 to Steel Traders",
	);
	expect(
		text.replaceAll("\u00a0", " "),
	).toBe(`Asha asks for your approval of a vendor advance of Demo India Pvt Ltd.

Net payable:        ₹ 1,61,999.50
Vendor:             Steel Traders
Narration:          Half of the steel
Purchase order:     PO-0003
Ordered:            Steel for plant 2
Share of the order: ₹ 1,61,999.50 of ₹ 3,54,000.00 (46 %)
Cost centre:        R&D
Amount:             ₹ 1,50,000.00
GST:                ₹ 27,000.00 (GST 18%)
TDS, deducted:      ₹ 15,000.50 (TDS 10%)
Requested by:       Asha, 22 Nov 2026, 03:06 UTC+5:30
Policy:             Large advances, stage 1 of 2
Stage 1:            Asha: asked; Divya: asked; all must approve
Stage 2:            Asha: not asked yet
Payment request:    01M800MTVARA0YJWV9MQKHESTK

Look at the request and decide:
https://api.example.com/approval#token

The link is for Divya alone. Anyone who has this mail can decide in your name: do not forward it.

It works until 6 Dec 2026, 03:06 UTC+5:30. Opening it decides nothing.

This is an automatic message. Replies are not read.
`);
});

it("A8: says of a stage that needs only one approval", () => {
	const requires = "ANY" as const;
	const stages = request.stages.map((one) => ({ ...one, requires }));
	expect(toApprovalMail({ ...request, stages }, link).text).toMatch(
		/^Stage 1: +Asha: asked; Divya: asked; one is enough\nStage 2: +Asha: not asked yet$/m,
	);
});

const returned = {
	...request,
	paymentRequest: { ...paymentRequest, state: "PENDING_RESUBMISSION" },
} as const;
const decision = {
	action: "RETURNED",
	userId: "u-approver",
	at: "2026-11-22T09:00:00.000Z",
	note: "Split it in two, please",
} as const;

it("A8: says for each approver what is asked or decided", () => {
	const states = [
		...(["WAITING", "OPEN", "APPROVED", "REJECTED"] as const),
		...(["RETURNED", "SKIPPED"] as const),
	];
	const stages = request.stages.slice(0, 1).map((stage) => ({
		...stage,
		approvals: states.map((state) => ({
			...{ userId: `u-${state}`, state },
			...{ openedAt: null, askedAt: null, decided: null },
		})),
	}));
	expect(toApprovalMail({ ...request, stages }, link).text).toContain(
		"u-WAITING: not asked yet; u-OPEN: asked; u-APPROVED: approved; u-REJECTED: rejected; u-RETURNED: returned for changes; u-SKIPPED: not needed; all must approve",
	);
});

it.each([
	["PENDING", "submitted again"],
	["REJECTED", "rejected"],
	["PENDING_RESUBMISSION", "returned for changes"],
	["CANCELLED", "cancelled"],
] as const)(
	"A8: a late mail of an approval says that the request is %s",
	(state, words) => {
		const { subject, text } = toDecidedMail({
			...mailedRequest({ state }),
			decision: { ...decision, action: "APPROVED" },
		});
		expect(subject).toMatch(new RegExp(`^Approved, then ${words}: `));
		expect(text).toContain(`It was ${words} since then.`);
	},
);

it("A8: informs the requester who decided what, with the note", () => {
	const { subject, text } = toDecidedMail({ ...returned, decision });
	expect(subject).toBe(
		"Returned for changes: ₹\u00a01,61,999.50 to Steel Traders",
	);
	expect(text).toMatch(
		/^Divya has returned your vendor advance of Demo India Pvt Ltd\. Change it and submit it again, or cancel it\.\n\nReturned for changes, net payable: ₹\u00a01,61,999\.50\nDecided by: +Divya\nDecided at: +22 Nov 2026, 14:30 UTC\+5:30\nNote: +Split it in two, please\nVendor: /,
	);
	expect(text).not.toContain("http");
});

it.each([
	["of emoji", "😀"],
	["with names of hosts", "ab.c"],
	["of URLs", "x://"],
])(
	"A8: a note and a narration of 1,000 characters, and a vendor of 60 units in the subject, are whole: %s",
	(_, part) => {
		const note = part.repeat(1_000 / [...part].length);
		const vendorName = part.repeat(60 / part.length);
		const { subject, text } = toDecidedMail({
			...returned,
			vendorName,
			paymentRequest: { ...returned.paymentRequest, narration: note },
			decision: { ...decision, note },
		});
		expect(subject.replaceAll("\u2060", "").split(" to ")[1]).toBe(vendorName);
		expect(
			text
				.replaceAll("\u2060", "")
				.split("\n")
				.filter((line) => line.endsWith(` ${note}`)),
		).toHaveLength(2);
	},
);

it.each([
	[
		"APPROVED",
		"Approved: ",
		"has given the last approval of",
		"It is approved.",
	],
	["REJECTED", "Rejected: ", "has rejected", "This is final."],
] as const)("A8: of a request that is %s", (action, start, said, next) => {
	const decided = { ...decision, action, note: null };
	const mail = toDecidedMail({
		...request,
		people: new Map(),
		paymentRequest: { ...paymentRequest, state: action },
		decision: decided,
	});
	expect(mail.subject).toMatch(start);
	expect(mail.text).toContain(
		`u-approver ${said} your vendor advance of Demo India Pvt Ltd. ${next}\n`,
	);
	expect(mail.text).toMatch(/^Note: +–$/m);
});

it.each([
	["approval", () => toApprovalMail(request, link), "Net payable"],
	[
		"decided",
		() => toDecidedMail({ ...returned, decision }),
		"Returned for changes, net payable",
	],
])(
	"A8: the HTML of the %s mail says the same, loads nothing and has at most one link",
	(_, toMail, figure) => {
		const { text, html } = toMail();
		const shown = html
			.replaceAll(/<title>.*<\/title>|<style>.*<\/style>|<[^>]+>/g, "")
			.replaceAll("&#39;", "'")
			.replaceAll("&#38;", "&");
		for (const line of text.split("\n").filter((one) => !one.includes("//")))
			for (const part of line.split(/: +/))
				expect(shown).toContain(part.replace(/:$/, ""));
		expect(shown).toContain(`\n${figure}\n₹\u00a01,61,999.50\n`);
		const links = text.match(/https?:\S+/g) ?? [];
		expect(html.match(/(?:href|src|url)\b[^>]*/g) ?? []).toHaveLength(
			links.length,
		);
		for (const url of links) expect(html).toContain(`href="${url}"`);
		// Click tracking would send the token through the servers of SES.
		for (const [tag] of html.matchAll(/<a\b[^>]*>/g))
			expect(tag).toMatch(/^<a ses:no-track /);
	},
);

it.each([
	[null, "u-bela", "u-bela"],
	["Bela", "Bela", "Bela"],
])(
	"A8: a resubmission is requested by who submitted it last, with the name %j, and raised by another",
	(name, asks, shown) => {
		const resubmitted = {
			...paymentRequest,
			round: 2,
			resubmittedAt: "2026-11-22T09:00:00.000Z",
			resubmittedBy: { userId: "u-bela", keyId: "key_2" },
		};
		const people = new Map(name === null ? [] : [["u-bela", name]]);
		const { text } = toApprovalMail(
			{ ...request, paymentRequest: resubmitted, people },
			link,
		);
		expect(text.startsWith(`${asks} asks again for your approval`)).toBe(true);
		expect(text.replaceAll(/: +/g, ": ")).toContain(
			`\nRequested by: u-admin, 22 Nov 2026, 03:06 UTC+5:30\nSubmitted again by: ${shown}, 22 Nov 2026, 14:30 UTC+5:30\n`,
		);
	},
);

it.each([
	["APPROVED", "CANCELLED", "Approved, then cancelled"],
	["APPROVED", "REJECTED", "Approved, then rejected"],
	["RETURNED", "CANCELLED", "Returned for changes, then cancelled"],
	["RETURNED", "APPROVED", "Returned for changes, then approved"],
] as const)(
	"A8: a late mail of a request that is %s says that it is %s by now",
	(action, state, result) => {
		const { subject, text } = toDecidedMail({
			...request,
			paymentRequest: { ...paymentRequest, state },
			decision: { ...decision, action },
		});
		expect(subject).toMatch(`${result}: ₹`);
		expect(text).toMatch(/^[^\n]*It was [a-z]+ since then\.\n/);
		expect(text).not.toMatch(/It is approved|Change it/);
	},
);

it.each([
	["INR", "150", "₹\u00a0150.00"],
	["INR", "12345678.5", "₹\u00a01,23,45,678.50"],
	["EUR", "12345678.5", "€\u00a012,345,678.50"],
	["AED", "1500", "AED\u00a01,500.00"],
	["JPY", "1500", "¥\u00a01,500"],
	["POINTS", "1.5", "POINTS\u00a01.50"],
	["INR", "-1500", "−₹\u00a01,500.00"],
])("groups the digits of %s %s: %s", (currency, amount, shown) => {
	expect(toMailAmount(currency, toDecimal(amount))).toBe(shown);
});

it("shows ids where there are no names, and a dash where there is nothing", () => {
	const { subject, text } = toApprovalMail(
		{
			...request,
			paymentRequest: {
				...paymentRequest,
				narration: " \t",
				purchaseOrderLinkId: null,
				tax: { ...paymentRequest.tax, gstAmount: null, tdsAmount: null },
			},
			organizationName: "",
			people: new Map(),
			vendorName: null,
			order: null,
			tags: [],
		},
		link,
	);
	expect(subject).toMatch(/ to v-steel$/);
	expect(text).toMatch(
		/^u-admin asks for your approval of a vendor advance\.\n/,
	);
	expect(text).toMatch(/^Vendor: +v-steel$/m);
	expect(text).toMatch(/^Purchase order: +–$/m);
	expect(text).toMatch(/^Narration: +–$/m);
	expect(text).not.toMatch(/GST|TDS/);
});

it("A8: shows an order by its id if it has no number or no longer exists, and of many tags the first", () => {
	const order = { poNumber: null, amount: toDecimal(0), description: null };
	const tags = Array.from({ length: 25 }, (_, index) => ({
		name: `Tag ${index}`,
		value: "x",
	}));
	const { text } = toApprovalMail({ ...request, order, tags }, link);
	expect(text).toMatch(/^Purchase order: +po-large$/m);
	expect(text).not.toMatch(/Ordered|Share/);
	expect(text.match(/^Tag /gm)).toHaveLength(20);
	expect(text).toMatch(/^Further tags: +5$/m);
	const gone = toApprovalMail({ ...request, order: null }, link);
	expect(gone.text).toMatch(/^Purchase order: +po-large$/m);
});

it("A8: a mail of a request with one stage does not number it", () => {
	const stages = request.stages.slice(0, 1);
	const { subject, text } = toApprovalMail({ ...request, stages }, link);
	expect(subject).toMatch(/^Approval requested: ₹/);
	expect(text).toMatch(/^Policy: +Large advances$/m);
});

it("keeps every digit of an amount", () => {
	const netPayable = toDecimal("99999999999999.12345678901234567890");
	const tax = { ...paymentRequest.tax, netPayable };
	const { text } = toApprovalMail(
		{ ...request, paymentRequest: { ...paymentRequest, tax } },
		link,
	);
	expect(text).toContain("₹\u00a09,99,99,99,99,99,999.1234567890123456789\n");
});

const hostile = (text: string): ApprovalRequest => ({
	...request,
	paymentRequest: {
		...paymentRequest,
		narration: text,
		policyUsed: text,
		purchaseOrderLinkId: text,
	},
	organizationName: text,
	people: new Map([
		["u-admin", text],
		["u-approver", text],
	]),
	vendorName: text,
	gstName: text,
	tdsName: text,
	order: { poNumber: text, amount: toDecimal(1), description: text },
	tags: [{ name: text, value: text }],
});

describe.each([
	[
		"approval",
		(text: string) =>
			toApprovalMail(hostile(text), { ...link, approverName: text }),
	],
	[
		"decided",
		(text: string) =>
			toDecidedMail({
				...hostile(text),
				decision: { ...decision, userId: text, note: text },
			}),
	],
])("a hostile text in the %s mail", (_, withText) => {
	it("adds no markup", () => {
		const { html } = withText(`<img src=x onerror="a('b')">&amp;`);
		expect(html).not.toMatch(/<img|onerror="|&amp;/);
		expect(html).toContain(
			"&#60;img src=x onerror=&#34;a(&#39;b&#39;)&#34;&#62;&#38;amp;",
		);
	});

	it.each([
		"a\r\nBcc: everyone@example.com",
		"a\nNet payable:     INR 1.00",
		"a\u2028Net payable:     INR 1.00",
		"a\u0085Net payable:     INR 1.00",
	])("adds no line and no header: %j", (text) => {
		const mail = withText(text);
		expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
		expect(mail.text.split(/[\p{Cc}\p{Zl}\p{Zp}]/u)).toHaveLength(
			withText("a").text.split("\n").length,
		);
	});

	it.each([
		"https://evil.example/pay",
		"HTTP://192.0.2.1/",
		"www.evil.example",
		"evil.example",
		"pay@evil.example",
		"ftp://evil",
		"परीक्षा.भारत",
		"www。evil．example｡com",
	])("adds nothing of which a mail program makes a link: %s", (text) => {
		const { subject, text: plain, html } = withText(`See ${text} now`);
		const own = /https:\/\/api\.example\.com\S*|<!doctype.*\n<meta.*\n/g;
		for (const part of [
			subject,
			plain,
			html.replaceAll(/<style>.*<\/style>/g, ""),
		]) {
			const rest = part.replaceAll(own, "");
			expect(rest).not.toMatch(/:\/\/|[.。．｡]\p{L}/u);
			expect(rest.replaceAll("\u2060", "")).toContain(text);
		}
	});

	it("does not reverse what follows it", () => {
		const { subject, text, html } = withText("a\u202e1.00\u2066b");
		for (const part of [subject, text, html])
			expect(part).not.toMatch(/\p{Bidi_Control}/u);
	});

	it.each(["x", "😀", "<", "\ud800", ".a"])("is bounded: %j", (characters) => {
		const { subject, text, html } = withText(characters.repeat(100_000));
		expect(subject.length).toBeLessThan(160);
		expect(text.length).toBeLessThan(12_000);
		expect(html.length).toBeLessThan(40_000);
		for (const part of [subject, text, html])
			expect(part.isWellFormed()).toBe(true);
	});

	it("keeps the joiners that scripts of India need", () => {
		expect(withText("ക്\u200d").text).toContain("ക്\u200d");
	});
});

describe("R4: a mail is sent to a plain address alone", () => {
	it.each(["divya@acme.example", "d.o'neil+pay@sub.acme.example", "é@भारत"])(
		"%s is one",
		(address) => expect(isPlainAddress(address)).toBe(true),
	);

	it.each([
		...["@acme.example", "divya@", "divya", "a@b@acme.example"],
		...'<>()[]\\,;:"\u00a0\u007f\u0085\t\n '
			.split("")
			.flatMap((one) => [
				`di${one}vya@acme.example`,
				`divya@acme${one}example`,
			]),
	])("%j is not a plain address", (address) =>
		expect(isPlainAddress(address)).toBe(false),
	);
});
