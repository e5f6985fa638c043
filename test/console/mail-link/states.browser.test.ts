import { describe, expect, it } from "vitest";
import { measure } from "../../tools/reference/measured-page.ts";
import { desktop, phone } from "../../tools/reference/opened-page.ts";
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
	// Instants are in the time zone of the organization, wherever the reader is.
	const { page, problems, requests } = await approval.open({
		timezoneId: "America/New_York",
	});
	expect(await page.title()).toBe("₹ 1,61,999.50 to Steel Traders – approval");
	const bar = page.getByRole("banner");
	expect(await bar.innerText()).toMatch(
		/^Demo India Pvt Ltd\s+For Divya\. Times are in Asia\/Kolkata\.$/,
	);
	const request = page.getByRole("region", { name: "to Steel Traders" });
	expect(await request.locator("blockquote").innerText()).toBe(
		"Half of the steel for the new hall.\nThe rest follows in January.",
	);
	const facts = await page.locator("dl").innerText();
	expect(facts.replaceAll(/\s*\n\s*/g, "\n")).toBe(
		[
			"Requested by\nChitra, 22 Nov 2026, 15:30",
			"Purchase order\nPO-0003 of ₹ 3,54,000.00; the advance is 46 % of it",
			"Ordered\nSteel for plant 2",
			"Cost centre\nR&D",
			"Amount\n₹ 1,50,000.00",
			"GST 18%\n₹ 27,000.00",
			"TDS, deducted\n−₹ 15,000.50",
			"Net payable\n₹ 1,61,999.50",
			"Policy\nLarge advances",
		].join("\n"),
	);
	const approvals = page.getByRole("region", { name: "Approvals" });
	expect(await approvals.locator("li").allInnerTexts()).toEqual([
		expect.stringMatching(/^Divya \(you\)\s+Asked, not decided$/),
		expect.stringMatching(
			/^Asha\s+Approved\s+22 Nov 2026, 15:50\s+The price is the one of the contract\.$/,
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
		/Divya \(you\) approved on 22 Nov 2026, 16:00[\s\S]*Now it waits for Farid and u-cfo\./,
	],
	[
		"open for the reader in another stage too",
		{
			...approvedByMe,
			approvals: approvedByMe.approvals.map((one) => ({
				...one,
				...("state" in one && one.state === "OPEN" && { userId: "u-approver" }),
			})),
		},
		"You have decided",
		/You are asked in stage 2 as well, with a link of its own/,
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
		/Farid approved on 22 Nov 2026, 16:20/,
	],
	[
		"rejected meanwhile",
		rejected,
		"This request was rejected",
		/Asha rejected it on 22 Nov 2026, 16:10:\s+Ordered twice/,
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
		/Asha cancelled it on 22 Nov 2026, 16:10:\s+Ordered twice/,
	],
	[
		"approved in another system",
		approvedElsewhere,
		"This request is approved",
		/not needed\.\s+Approved in another system on 22 Nov 2026, 16:15\.$/,
	],
	[
		"rejected in another system",
		rejectedElsewhere,
		"This request was rejected",
		/not needed\.\s+Rejected in another system on 22 Nov 2026, 16:15\.$/,
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
			"Return",
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
			await page.getByRole("button", { name: "Reject" }).click();
			await page.getByRole("textbox").fill("Kept");
			await page.getByRole("button", { name: "Yes, reject" }).click();
			const notice = page.getByRole("alert");
			expect(await notice.innerText()).toBe(
				"Your decision was not recorded. It is over",
			);
			await page.getByRole("region", { name: title }).waitFor();
			await expectReadable(page);
			if (!data.canDecide) return;
			await page.getByRole("button", { name: "Reject" }).click();
			expect(await page.getByRole("textbox").inputValue()).toBe("Kept");
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

it("A9: where a request lacks something, the page shows an id, a dash or nothing", async () => {
	const { request } = open;
	const tax = { ...(request?.tax as object), gstAmount: null, tdsAmount: null };
	const none = { vendorName: null, purchaseOrderLinkId: null, narration: null };
	const more = {
		resubmittedAt: "2026-11-22T10:30:00.000Z",
		resubmittedBy: { userId: "u-bela", keyId: "key_2" },
	};
	const shown = { ...request, ...none, ...more, policyUsed: null, tax };
	approval.service.answer(
		"read",
		shows({ ...open, order: null, tags: [], request: shown }),
	);
	const { page } = await approval.open();
	await page.getByRole("heading", { name: "to v-steel" }).waitFor();
	const facts = await page.locator("dl > div").allInnerTexts();
	expect(facts.map((fact) => fact.replaceAll(/\s+/g, " "))).toEqual([
		"Requested by Chitra, 22 Nov 2026, 15:30",
		"Submitted again by u-bela, 22 Nov 2026, 16:00",
		"Purchase order None",
		"Amount ₹ 1,50,000.00",
		"Net payable ₹ 1,61,999.50",
		"Policy –",
	]);
});

it("A5, A9: the number of stages includes one without approvers; the history says who replaced whom, where, when and why", async () => {
	const changed = (from: string | null, to: string, stage: number) =>
		entry("APPROVER_CHANGED", {
			...{ id: `${from}-${to}`, stage, by: by("u-admin"), note: "Away" },
			changes: { approver: { from, to } },
		});
	const approvals = open.approvals.map((one) => ({
		...one,
		...("stage" in one && one.stage === 1 && { stage: 2 }),
	}));
	const history = [
		changed("u-1", "u-2", 0),
		changed(null, "u-2", 1),
		changed("u-approver", "u-approver", 0),
		entry("STAGE_OPENED", { stage: 1 }),
	];
	approval.service.answer("read", shows({ ...open, approvals, history }));
	const { page } = await approval.open();
	const decision = page.getByRole("region", { name: "Your decision" });
	expect(await decision.innerText()).toContain("Stage 1 of 3");
	const stages = page.getByRole("region", { name: "Approvals" }).locator("h3");
	expect(await stages.allInnerTexts()).toEqual([
		"Stage 1 of 3: all must approve",
		"Stage 3 of 3: one approval is enough",
	]);
	const entries = page.getByRole("region", { name: "History" }).locator("li");
	const texts = await entries.allInnerTexts();
	expect(texts.map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
		"Approver changed in stage 1 by Asha: u-1 was replaced by u-2 22 Nov 2026, 15:30 Away",
		"Approver changed in stage 2 by Asha: u-2 was added 22 Nov 2026, 15:30 Away",
		"Approver changed in stage 1 by Asha: Divya (you) was asked again 22 Nov 2026, 15:30 Away",
		"Approval opened in stage 2 22 Nov 2026, 15:30",
	]);
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
	await page.getByRole("button", { name: "Reject" }).click();
	await page.getByRole("textbox").fill("Half a sentence");
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
	expect(await page.locator("noscript p").isVisible()).toBe(true);
	expect(await page.locator("#starting").isVisible()).toBe(false);
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
	// The buttons that stay at the edge of a phone's screen cover nothing that cannot be scrolled free.
	await page.evaluate("scrollTo(0, document.body.scrollHeight)");
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
