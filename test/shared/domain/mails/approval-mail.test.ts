import { describe, expect, it } from "vitest";
import {
	type ApprovalRequest,
	toApprovalMail,
} from "../../../../shared/domain/mails/approval-mail.ts";
import { toMoney } from "../../../../shared/domain/money.ts";
import type { PaymentRequest } from "../../../../shared/domain/payment-request.ts";
import { inFirstRound } from "../../../support/first-round.ts";

const paymentRequest: PaymentRequest = {
	id: "01M800MTVARA0YJWV9MQKHESTK",
	type: "VENDOR_ADVANCE",
	state: "PENDING",
	policyUsed: "Large advances",
	vendorId: "v-steel",
	currency: "INR",
	orgEntity: 11,
	purchaseOrderLinkId: "po-large",
	narration: "Half of the steel",
	tags: {},
	tax: {
		subTotal: toMoney(150_000),
		gstId: 1,
		gstAmount: toMoney(27_000),
		tdsId: 1,
		tdsAmount: toMoney("15000.5"),
		roundOff: toMoney(0),
		netPayable: toMoney("161999.5"),
	},
	payers: ["u-admin"],
	...inFirstRound("2026-11-21T21:36:52.586Z", {
		userId: "u-admin",
		keyId: "key_1",
	}),
};
const request: ApprovalRequest = {
	paymentRequest,
	stage: 0,
	organizationName: "Demo India Pvt Ltd",
	requesterName: "Asha",
	vendorName: "Steel Traders",
	gstName: "GST 18%",
	tdsName: "TDS 10%",
	poNumber: "PO-0003",
};

it("3.2: tells who asks for what, with every figure, and where the request is found", () => {
	const { subject, text } = toApprovalMail(request);
	expect(subject).toBe("Approval requested: INR 161999.50 to Steel Traders");
	expect(
		text,
	).toBe(`Asha asks for your approval of a vendor advance of Demo India Pvt Ltd.

Vendor:          Steel Traders (v-steel)
Amount:          INR 150000.00
GST:             INR 27000.00 (GST 18%)
TDS, deducted:   INR 15000.50 (TDS 10%)
Net payable:     INR 161999.50
Purchase order:  PO-0003 (po-large)
Narration:       Half of the steel
Policy:          Large advances, stage 1
Payment request: 01M800MTVARA0YJWV9MQKHESTK

This is an automatic message. Replies are not read.
`);
});

it("3.2: the HTML says the same", () => {
	const { text, html } = toApprovalMail(request);
	const shown = html.replaceAll(/<title>.*<\/title>|<[^>]+>/g, "");
	for (const [, value = ""] of text.matchAll(/^[A-Z][^:\n]+: +(.+)$/gm))
		expect(shown).toContain(value);
});

it("shows ids where there are no names, and a dash where there is nothing", () => {
	const { subject, text } = toApprovalMail({
		...request,
		paymentRequest: {
			...paymentRequest,
			createdBy: null,
			narration: " \t",
			purchaseOrderLinkId: null,
			tax: { ...paymentRequest.tax, gstAmount: null, tdsAmount: null },
		},
		organizationName: "",
		requesterName: null,
		vendorName: null,
		poNumber: null,
	});
	expect(subject).toMatch(/ to v-steel$/);
	expect(text).toMatch(
		/^A user asks for your approval of a vendor advance\.\n/,
	);
	expect(text).toMatch(/^Vendor: +v-steel$/m);
	expect(text).toMatch(/^Purchase order: +–$/m);
	expect(text).toMatch(/^Narration: +–$/m);
	expect(text).not.toMatch(/GST|TDS/);
});

it("keeps every digit of an amount", () => {
	const netPayable = toMoney("99999999999999.12345678901234567890");
	const tax = { ...paymentRequest.tax, netPayable };
	const { text } = toApprovalMail({
		...request,
		paymentRequest: { ...paymentRequest, tax },
	});
	expect(text).toContain("INR 99999999999999.1234567890123456789\n");
});

describe("a hostile text", () => {
	const withText = (text: string) =>
		toApprovalMail({
			...request,
			paymentRequest: {
				...paymentRequest,
				narration: text,
				policyUsed: text,
				purchaseOrderLinkId: text,
			},
			organizationName: text,
			requesterName: text,
			vendorName: text,
			gstName: text,
			tdsName: text,
			poNumber: text,
		});

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

	it("does not reverse what follows it", () => {
		const { subject, text, html } = withText("a\u202e1.00\u2066b");
		for (const part of [subject, text, html])
			expect(part).not.toMatch(/\p{Bidi_Control}/u);
	});

	it.each(["x", "😀", "<", "\ud800"])("is bounded: %j", (character) => {
		const { subject, text, html } = withText(character.repeat(100_000));
		expect(subject.length).toBeLessThan(150);
		expect(text.length).toBeLessThan(4_000);
		expect(html.length).toBeLessThan(20_000);
		for (const part of [subject, text, html])
			expect(part.isWellFormed()).toBe(true);
	});

	it("keeps the joiners that scripts of India need", () => {
		expect(withText("ക്\u200d").text).toContain("ക്\u200d");
	});
});
