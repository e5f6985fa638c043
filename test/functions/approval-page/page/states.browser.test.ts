import { describe, expect, it } from "vitest";
import { measure } from "../../../tools/reference/measured-page.ts";
import { desktop, phone } from "../../../tools/reference/opened-page.ts";
import {
	approved,
	approvedByMe,
	approvedElsewhere,
	by,
	cancelled,
	entry,
	notNeeded,
	open,
	rejected,
	rejectedElsewhere,
	resubmitted,
	returned,
	type Shown,
	suspended,
} from "./shown.ts";
import { broken, refuses, shows, throttled } from "./stub-service.ts";
import { expectAccessible, useApprovalPage } from "./use-page.ts";

const approval = useApprovalPage();

const looks = [
	["phone, light", { viewport: phone, colorScheme: "light" }],
	["phone, dark", { viewport: phone, colorScheme: "dark" }],
	["desktop, light", { viewport: desktop, colorScheme: "light" }],
	["desktop, dark", { viewport: desktop, colorScheme: "dark" }],
] as const;

const linkInvalid = refuses(404, "APPROVAL_LINK_INVALID", "Not valid");

it("A9: shows what the mail shows, the state of each approval and the latest history", async () => {
	approval.service.answer("read", shows(open));
	const { page, problems, requests } = await approval.open();
	expect(await page.title()).toBe("₹ 1,61,999.50 to Steel Traders – approval");
	const facts = await page.locator("dl").innerText();
	expect(facts.replaceAll(/\s*\n\s*/g, "\n")).toBe(
		[
			"Vendor\nSteel Traders",
			"Amount\n₹ 1,50,000.00",
			"GST (GST 18%)\n₹ 27,000.00",
			"TDS, deducted\n₹ 15,000.50",
			"Net payable\n₹ 1,61,999.50",
			"Purchase order\nPO-0003",
			"Ordered\nSteel for plant 2",
			"Share of the order\n₹ 1,61,999.50 of ₹ 3,54,000.00 (46 %)",
			"Cost centre\nR&D",
			"Narration\nHalf of the steel for the new hall.\nThe rest follows in January.",
			"Requested by\nChitra, 22 Nov 2026, 15:30 UTC+5:30",
			"Policy\nLarge advances",
			"Payment request\n01M800MTVARA0YJWV9MQKHESTK",
		].join("\n"),
	);
	const approvals = page.getByRole("region", { name: "Approvals" });
	expect(await approvals.locator("li").allInnerTexts()).toEqual([
		expect.stringMatching(/^Divya \(you\)\s+Asked, not decided$/),
		expect.stringMatching(
			/^Asha\s+Approved\s+22 Nov 2026, 15:50 UTC\+5:30\s+The price is the one of the contract\.$/,
		),
		expect.stringMatching(/^Farid\s+Not asked yet$/),
		expect.stringMatching(/^Asha\s+Not asked yet$/),
	]);
	const history = page.getByRole("region", { name: "History" });
	expect(await history.locator("li strong").allInnerTexts()).toEqual([
		"Approved",
		"Approval opened",
		"Raised",
	]);
	expect(problems).toEqual([]);
	// Only its own files, with relative URLs, and one question; the token is in no URL.
	const base = approval.service.url.split("#")[0] ?? "";
	for (const request of requests) {
		expect(request).toContain(` ${base}`);
		if (request.startsWith("POST")) expect(request).toBe(`POST ${base}/read`);
	}
	expect(requests.join().replace(`GET ${base}#the-token`, "")).not.toContain(
		"the-token",
	);
});

const states: [string, Shown, string, RegExp][] = [
	[
		"decided by the reader",
		approvedByMe,
		"You have decided",
		/Divya \(you\) approved on 22 Nov 2026, 16:00 UTC\+5:30[\s\S]*Now it waits for Farid, u-cfo\./,
	],
	[
		"another approval was enough",
		notNeeded,
		"Your decision is not needed",
		/Another approver has decided[\s\S]*Asha approved on 22 Nov/,
	],
	[
		"approved meanwhile",
		approved,
		"This request is approved",
		/Farid approved on 22 Nov 2026, 16:20 UTC\+5:30/,
	],
	[
		"rejected meanwhile",
		rejected,
		"This request was rejected",
		/Asha rejected it on 22 Nov 2026, 16:10 UTC\+5:30:\s+Ordered twice/,
	],
	[
		"returned meanwhile",
		returned,
		"This request was returned for changes",
		/Asha returned it on/,
	],
	[
		"cancelled",
		cancelled,
		"This request was cancelled",
		/Asha cancelled it on 22 Nov 2026, 16:10 UTC\+5:30:\s+Ordered twice/,
	],
	[
		"approved in another system",
		approvedElsewhere,
		"This request is approved",
		/not needed\.\s+Approved in another system on 22 Nov 2026, 16:15 UTC\+5:30\.$/,
	],
	[
		"rejected in another system",
		rejectedElsewhere,
		"This request was rejected",
		/not needed\.\s+Rejected in another system on 22 Nov 2026, 16:15 UTC\+5:30\.$/,
	],
	[
		"the organization is suspended",
		suspended,
		"Nothing can be decided now",
		/^Nothing can be decided now\s+The organization is suspended: [^.]*\.$/,
	],
	[
		"submitted again",
		resubmitted,
		"There is nothing to decide here",
		/was changed and submitted again/,
	],
];

describe.each(states)("A9: %s", (_, data, title, said) => {
	it.each(looks)(
		"has its view, without a way to decide: %s",
		async (_, look) => {
			approval.service.answer("read", shows(data));
			const { page, problems } = await approval.open(look);
			const standing = page.getByRole("region", { name: title });
			expect(await standing.innerText()).toMatch(said);
			expect(await page.getByRole("button").count()).toBe(0);
			await expectReadable(page);
			expect(problems).toEqual([]);
		},
	);
});

describe.each(looks)("A9: %s", (_, look) => {
	it("the form is readable", async () => {
		approval.service.answer("read", shows(open));
		const { page, problems } = await approval.open(look);
		expect(await page.getByRole("button").allInnerTexts()).toEqual([
			"Approve",
			"Return for changes",
			"Reject",
		]);
		await expectReadable(page);
		expect(problems).toEqual([]);
	});

	it.each([
		["the request has ended", cancelled, "This request was cancelled"],
		["the reader can still decide", open, "Your decision"],
	])(
		"a decision that is refused has its notice next to the rest: %s",
		async (_, data, title) => {
			approval.service.answer("read", shows(open), shows(data));
			const refusal = refuses(409, "INVALID_STATE_TRANSITION", "It is over");
			approval.service.answer("decision", refusal);
			const { page } = await approval.open(look);
			await page.getByRole("textbox").fill("Kept");
			await page.getByRole("button", { name: "Reject" }).click();
			await page.getByRole("button", { name: "Yes, reject" }).click();
			const notice = page.getByRole("alert");
			expect(await notice.innerText()).toBe(
				"Your decision was not recorded. It is over",
			);
			await page.getByRole("region", { name: title }).waitFor();
			if (data.canDecide)
				expect(await page.getByRole("textbox").inputValue()).toBe("Kept");
			await expectReadable(page);
		},
	);
});

describe.each([
	["the link is incomplete", undefined, /^This link is incomplete/],
	["an expired or invalid link", linkInvalid, /^This link is not valid/],
	[
		"a token that no body may have",
		refuses(400, "VALIDATION_ERROR", ""),
		/^This link is not valid/,
	],
	["no network", "LOST", /^There is no connection/],
	[
		"too many requests, answered by the gateway",
		throttled,
		/^Too many requests/,
	],
	["a 5xx of the gateway", broken, /^The service cannot answer/],
	[
		"an answer that is no JSON",
		{ status: 502, body: "<html>" },
		/^The service cannot answer/,
	],
] as const)("A9: %s", (_, answer, said) => {
	it.each(looks)("has its view: %s", async (_, look) => {
		if (answer) approval.service.answer("read", answer);
		const url = approval.service.url;
		const { page, problems } = await approval.open(
			look,
			answer ? url : url.replace(/#.*/, ""),
		);
		const main = page.getByRole("main");
		expect(await main.innerText()).toMatch(said);
		await expectReadable(page);
		expect(problems).toEqual([]);
		const again = page.getByRole("button", { name: "Try again" });
		if ((await again.count()) === 0) return;
		approval.service.answer("read", shows(open));
		await again.click();
		await page.getByRole("heading", { name: "Your decision" }).waitFor();
	});
});

it("A9: the page reads again by itself when the connection is back", async () => {
	approval.service.answer("read", "LOST");
	const { page } = await approval.open();
	const readsBefore = approval.service.reads;
	approval.service.answer("read", shows(open));
	await page.context().setOffline(true);
	await page.context().setOffline(false);
	await page.getByRole("heading", { name: "Your decision" }).waitFor();
	// It was read: a connection that comes back again changes nothing.
	await page.getByRole("textbox").fill("Half a sentence");
	await page.getByRole("button", { name: "Reject" }).click();
	await page.evaluate(
		"void (globalThis.isBack = new Promise((done) => addEventListener('online', done)))",
	);
	await page.context().setOffline(true);
	await page.context().setOffline(false);
	await page.evaluate(
		"isBack.then(() => fetch('approval/icon.svg')).then(() => {})",
	);
	expect(approval.service.reads).toBe(readsBefore + 1);
	expect(await page.getByRole("dialog").count()).toBe(1);
	expect(await page.getByLabel("Note").inputValue()).toBe("Half a sentence");
});

it.each([
	["kept by the browser", true],
	["not kept", false],
])(
	"A9: a reader who comes back to the page sees the request as it is by then: %s",
	async (_, isKept) => {
		approval.service.answer("read", shows(open));
		const { page } = await approval.open();
		await page.getByRole("heading", { name: "Your decision" }).waitFor();
		approval.service.answer("read", shows(cancelled));
		if (isKept)
			await page.evaluate(
				"dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
			);
		else {
			await page.goto("about:blank");
			await page.goBack();
		}
		await page.getByRole("region", { name: "was cancelled" }).waitFor();
		expect(await page.getByRole("button").count()).toBe(0);
		expect(approval.service.decisions).toEqual([]);
	},
);

it("A9: without JavaScript the page says that it needs it, and asks nothing", async () => {
	approval.service.answer("read", shows(open));
	const { page, requests } = await approval.open({ javaScriptEnabled: false });
	expect(await page.locator(".noscript").isVisible()).toBe(true);
	expect(await page.locator("#loading").isVisible()).toBe(false);
	expect(requests.filter((one) => !one.startsWith("GET"))).toEqual([]);
	expect(approval.service.reads).toBe(0);
});

it("A9: the link of another mail, opened in the same tab, shows that request", async () => {
	approval.service.answer("read", shows(open), shows(cancelled));
	const { page } = await approval.open();
	await page.goto(approval.service.url.replace("the-token", "another"));
	await page.getByRole("region", { name: "was cancelled" }).waitFor();
});

it("A9: texts of callers stay text", async () => {
	const text = `<img src=x onerror="document.title='hit'"><b>x</b>\u202e`;
	const hostile: Shown = {
		...open,
		organizationName: text,
		approver: { userId: "u-approver", name: text },
		request: {
			...open.request,
			vendorName: text,
			narration: text.repeat(50),
			policyUsed: text,
			purchaseOrderLinkId: text,
			currency: text,
		},
		approvals: open.approvals.map((one) => ({ ...one, note: text })),
		history: [
			entry("APPROVER_CHANGED", {
				by: by(text),
				note: text,
				changes: { approver: { from: text, to: text + text } },
			}),
			...open.history,
		],
	};
	approval.service.answer("read", shows(hostile));
	const { page, problems } = await approval.open({ viewport: phone });
	await page.getByRole("button", { name: "Approve", exact: true }).click();
	await page.getByRole("dialog").waitFor();
	expect(
		await page.locator("main :is(img, b), dialog :is(img, b)").count(),
	).toBe(0);
	expect(
		await page.getByRole("region", { name: "History" }).innerText(),
	).toContain(text);
	await expectReadable(page);
	expect(problems).toEqual([]);
});

async function expectReadable(page: Parameters<typeof measure>[0]) {
	const { overflow, smallestText } = await measure(page);
	expect(overflow).toBe(0);
	expect(smallestText.size, smallestText.text).toBeGreaterThanOrEqual(16);
	expect(await page.evaluate(overlaps)).toEqual([]);
	await expectAccessible(page);
}

/** Finds parts of the page that cover each other. */
const overlaps = `["main .parts > *", ".side > *"].flatMap((selector) => {
	const parts = [...document.querySelectorAll(selector)];
	const boxes = parts.map((part) => part.getBoundingClientRect());
	return boxes.flatMap((one, at) =>
		boxes.slice(0, at).flatMap((other, before) =>
			one.top < other.bottom && other.top < one.bottom &&
			one.left < other.right && other.left < one.right
				? [parts[before].className + " and " + parts[at].className]
				: []));
})`;
