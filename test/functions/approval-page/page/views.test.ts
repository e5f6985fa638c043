import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
	approved,
	approvedByMe,
	approvedElsewhere,
	by,
	cancelled,
	decidedByMe,
	entry,
	notNeeded,
	open,
	rejected,
	resubmitted,
	returned,
	type Shown,
	suspended,
} from "./shown.ts";
import { textDocument } from "./text-element.ts";

/** The tests of a browser (`*.browser.test.ts`) say how the same views look. */
const page: string = "../../../../functions/approval-page/page";
const { decisionForm } = await import(`${page}/decision-form.js`);
const { approvalsView, historyView } = await import(`${page}/progress-view.js`);
const { requestView } = await import(`${page}/request-view.js`);
const { standingView } = await import(`${page}/standing-view.js`);

let shownPage = textDocument();
beforeEach(() => {
	shownPage = textDocument();
	vi.stubGlobal("document", shownPage);
	vi.stubGlobal("navigator", { languages: ["en-GB"] });
});
afterEach(() => vi.unstubAllGlobals());

/** As `service.js` reads it: amounts are texts. */
function withTexts(shown: Shown, more: object = {}): Shown {
	const tax = Object.entries({ ...(shown.request?.tax as object), ...more });
	const texts = tax.map(([name, value]) => [
		name,
		/Id$/.test(name) ? value : `${value}`,
	]);
	const people = new Map(
		shown.people.map(({ userId, name }) => [userId, name]),
	);
	return {
		...shown,
		approver: { ...shown.approver, people },
		request: shown.request && {
			...shown.request,
			tax: Object.fromEntries(texts),
		},
	};
}

it("A9: the request is shown with each of its figures, and a round-off only if there is one", () => {
	const { textContent } = requestView(withTexts(open));
	expect(textContent).toMatch(
		/^Vendor advance Waiting for approval₹ 1,61,999\.50 to Steel TradersVendorSteel TradersAmount₹ 1,50,000\.00GST \(GST 18%\)₹ 27,000\.00TDS, deducted₹ 15,000\.50Net payable₹ 1,61,999\.50Purchase orderPO-0003OrderedSteel for plant 2Share of the order₹ 1,61,999\.50 of ₹ 3,54,000\.00 \(46 %\)Cost centreR&DNarrationHalf of [\s\S]*Requested byChitra, 22 Nov 2026, [\s\S]*PolicyLarge advancesPayment request01M800/,
	);
	const rounded = requestView(withTexts(open, { roundOff: "-0.25" }));
	expect(rounded.textContent).toContain("Round-off−₹ 0.25");
});

it("A9: where a request lacks something, the page shows an id, a dash or nothing", () => {
	const { request, ...rest } = withTexts(open);
	const tax = { ...(request?.tax as object), gstAmount: null, tdsAmount: null };
	const none = { vendorName: null, purchaseOrderLinkId: null, narration: null };
	const { textContent } = requestView({
		...rest,
		order: null,
		request: { ...request, ...none, tax },
	});
	expect(textContent).toMatch(
		/₹ 1,61,999\.50 to v-steelVendorv-steelAmount₹ 1,50,000\.00Net payable₹ 1,61,999\.50Purchase order–Cost centreR&DNarration–Requested by/,
	);
});

it("A9: a request that was submitted again says by whom, and that it would go back to them", () => {
	const again = withTexts({
		...open,
		request: {
			...open.request,
			resubmittedAt: "2026-11-22T10:30:00.000Z",
			resubmittedBy: { userId: "u-bela", keyId: "key_2" },
		},
	});
	expect(requestView(again).textContent).toMatch(
		/Requested byChitra, 22 Nov 2026, [\s\S]*Submitted again byu-bela, 22 Nov 2026, /,
	);
	const form = decisionForm(again, () => {});
	form.byId("note").value = "Split it";
	form.click("Return for changes");
	expect(shownPage.body.textContent).toContain("goes back to u-bela with");
});

it("A9: a stage says how many must approve; each approval has its state, and how it was decided", () => {
	const { textContent } = approvalsView(withTexts(approvedByMe));
	expect(textContent).toMatch(
		/^ApprovalsStage 1 of 2: all must approveDivya \(you\)Approved[\s\S]*, from a mailAshaApproved[\s\S]*The price is the one of the contract\.Stage 2 of 2: one approval is enoughFaridAsked, not decidedu-cfoAsked, not decided$/,
	);
	expect(textContent.match(/from a mail/g)).toHaveLength(1);
});

it("A5, A9: the number of stages includes one without approvers; the history says that its approval opened", () => {
	const approvals = open.approvals.map((one) => ({
		...one,
		...("stage" in one && one.stage === 1 && { stage: 2 }),
	}));
	const { textContent } = approvalsView({ ...open, approvals });
	expect(textContent).toMatch(/Stage 1 of 3[\s\S]*Stage 3 of 3/);
	const form = decisionForm({ ...withTexts(open), approvals }, () => {});
	expect(form.textContent).toContain("as Divya, in stage 1 of 3.");
	const opened = entry("STAGE_OPENED", { stage: 1 });
	expect(historyView({ ...open, history: [opened] }).textContent).toContain(
		"Approval opened in stage 2",
	);
});

it.each([
	["u-1", "u-2", 0, ": u-1 was replaced by u-2"],
	[null, "u-2", 1, ": u-2 was added"],
	["u-approver", "u-approver", 0, ": Divya (you) was asked again"],
])(
	"A9: the history says who replaced whom, where, when and why: %j, %j, %i",
	(from, to, stage, text) => {
		const changed = entry("APPROVER_CHANGED", {
			...{ stage, by: by("u-admin"), note: "Away" },
			changes: { approver: { from, to } },
		});
		const { textContent } = historyView(
			withTexts({ ...open, history: [changed] }),
		);
		expect(textContent).toContain(
			`Approver changed in stage ${stage + 1} by Asha${text}22 Nov 2026, `,
		);
		expect(textContent).toMatch(/, \d\d:\d\d UTC([+-][\d:]+)?Away$/);
	},
);

it.each<[string, Shown, RegExp]>([
	[
		"decided by the reader",
		approvedByMe,
		/^You have decided[\s\S]*Divya \(you\) approved on [\s\S]*Now it waits for Farid, u-cfo\.$/,
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
		/You are asked in stage 2 as well, with a link of its own/,
	],
	[
		"not needed",
		notNeeded,
		/^Your decision is not needed[\s\S]*Asha approved on /,
	],
	[
		"not needed from the reader, who has decided in another stage",
		{
			...notNeeded,
			approvals: [...notNeeded.approvals, decidedByMe("APPROVED", null)],
		},
		/^Your decision is not needed/,
	],
	["approved", approved, /^This request is approved[\s\S]*Farid approved on/],
	[
		"rejected",
		rejected,
		/^This request was rejected[\s\S]*Asha rejected it on [\s\S]*:Ordered twice$/,
	],
	[
		"returned",
		returned,
		/^This request was returned for changes[\s\S]*Asha returned it on /,
	],
	[
		"cancelled",
		cancelled,
		/^This request was cancelled[\s\S]*Asha cancelled it on /,
	],
	[
		"approved in another system",
		approvedElsewhere,
		/^This request is approved[\s\S]*Approved in another system on [\s\S]*\.$/,
	],
	[
		"suspended",
		suspended,
		/^Nothing can be decided nowThe organization is suspended: [^.]*\.$/,
	],
	["submitted again", resubmitted, /^There is nothing to decide here/],
])("A9: why there is nothing to decide: %s", (_, shown, text) => {
	expect(standingView(withTexts(shown)).textContent).toMatch(text);
});

describe("A9: a decision", () => {
	const longest = "😀".repeat(1_000);

	function openForm() {
		const decided: object[] = [];
		const form = decisionForm(withTexts(open), (decision: object) =>
			decided.push(decision),
		);
		return { form, decided };
	}

	/** Answers the question that the page asks. */
	async function answer(text: string) {
		const question = shownPage.body.textContent;
		shownPage.body.click(text);
		await new Promise((resolve) => setImmediate(resolve));
		return question;
	}

	it.each([
		[
			"Approve",
			"APPROVE",
			/^Approve ₹ 1,61,999\.50 to Steel Traders\?Your approval cannot be withdrawn/,
		],
		[
			"Return for changes",
			"RETURN",
			/^Return ₹ 1,61,999\.50 to Steel Traders for changes\?The request goes back to Chitra with/,
		],
		[
			"Reject",
			"REJECT",
			/^Reject ₹ 1,61,999\.50 to Steel Traders\?This is final/,
		],
	])(
		"is sent after one question, with its note: %s",
		async (label, decision, question) => {
			const { form, decided } = openForm();
			form.byId("note").value = ` ${longest}\n`;
			form.click(label);
			expect(decided).toEqual([]);
			const asked = await answer(`Yes, ${label.toLowerCase()}`);
			expect(asked).toMatch(question);
			expect(asked).toContain(longest);
			expect(decided).toEqual([{ decision, note: longest }]);
		},
	);

	it("to approve needs no note; going back sends nothing", async () => {
		const { form, decided } = openForm();
		form.click("Approve");
		await answer("Back");
		expect(decided).toEqual([]);
		shownPage.body.textContent = "";
		form.click("Approve");
		await answer("Yes, approve");
		expect(decided).toEqual([{ decision: "APPROVE" }]);
	});

	it.each([
		["Return for changes", " \n ", "Say in the note what has to change"],
		["Reject", "", "Say in the note what has to change"],
		["Approve", `${longest}x`, "The note has 1,001 characters"],
	])(
		"%s asks nothing while the note is missing or too long",
		(label, text, error) => {
			const { form } = openForm();
			form.byId("note").value = text;
			form.click(label);
			expect(form.byId("note-error").textContent).toContain(error);
			expect(shownPage.body.textContent).toBe("");
		},
	);

	it("names the approver and the stage that is decided", () => {
		expect(openForm().form.textContent).toMatch(
			/^Your decisionYou decide as Divya, in stage 1 of 2\./,
		);
		const approvals = approvedByMe.approvals.map((one) => ({
			...one,
			...("state" in one && one.state === "OPEN" && { userId: "u-approver" }),
		}));
		const again = decisionForm({ ...withTexts(open), approvals }, () => {});
		expect(again.textContent).toContain("as Divya, in stage 2 of 2.");
	});
});
