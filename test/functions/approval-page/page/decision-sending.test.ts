import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { approvedByMe, open } from "./shown.ts";
import { textDocument } from "./text-element.ts";

const page: string = "../../../../functions/approval-page/page";
const { readRequest, sendDecision } = await import(`${page}/service.js`);
const { noticeView } = await import(`${page}/sending-view.js`);

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

it.each([
	[[503, 429, 429], { kind: "DOWN", mayBeTaken: true }],
	[[429, 429, 429], { kind: "BUSY", mayBeTaken: false }],
	[[429, 503, 403], { kind: "REFUSED", mayBeTaken: true }],
	[[429, 403], { kind: "REFUSED", mayBeTaken: false }],
	// Status 0 breaks the connection: no response can have it.
	[[0, 403], { kind: "REFUSED", mayBeTaken: true }],
	[[0, 429, 429], { kind: "DOWN", mayBeTaken: true }],
])("A9: a decision that is answered %j", async (statuses, outcome) => {
	const left = [...statuses];
	const answer = async () =>
		new Response("{}", { status: left.shift() ?? 200 });
	vi.stubGlobal("fetch", answer);
	const sending = sendDecision("token", { decision: "APPROVE" }, false);
	await vi.runAllTimersAsync();
	expect(await sending).toMatchObject(outcome);
	expect(left).toEqual([]);
});

it.each([
	[false, "Your decision was not recorded. It is over"],
	[true, "Sent again, your decision was refused. It is over"],
])(
	"A9: the notice of a refused decision, whose earlier sending may have been taken: %j",
	(mayBeTaken, text) => {
		vi.stubGlobal("document", textDocument());
		const outcome = { kind: "REFUSED", message: "It is over", mayBeTaken };
		expect(noticeView(outcome).textContent).toBe(text);
	},
);

it("A9: every digit of an amount is kept as it was sent", async () => {
	const figures = [
		...["subTotal", "gstAmount", "tdsAmount", "roundOff", "netPayable"],
	].map((name, index) => [name, `9999999999999${index}.12345678901`]);
	const tax = figures.map(([name, figure]) => `"${name}":${figure}`).join();
	const answer = async () =>
		new Response(`{"ok":true,"data":{"request":{"round":2,"tax":{${tax}}}}}`);
	vi.stubGlobal("fetch", answer);
	const reading = readRequest("token");
	await vi.runAllTimersAsync();
	const { data } = await reading;
	expect(data.request).toEqual({ round: 2, tax: Object.fromEntries(figures) });
});

type Answers = [status: number, body: object][];

const opened: Answers = [[200, { data: open }]];
const decided: Answers = [[200, { data: approvedByMe }]];
const throttled: Answers = [1, 2, 3].map(() => [429, {}]);
const notValid: Answers = [[404, { error: { code: "APPROVAL_LINK_INVALID" } }]];
const refusal = { code: "INVALID_STATE_TRANSITION", message: "It is over" };
const refused: Answers = [[409, { error: refusal }]];
const decision = {
	path: "approval/decision",
	token: "token",
	decision: "APPROVE",
};

/** Runs `page.js` for the link `#token`. Each request gets the next of the answers, and 500 when there is none left. */
async function openPage() {
	const document = textDocument();
	const view = document.getElementById("view");
	const place = { hash: "#token" };
	const listeners = new Map<string, (event?: object) => void>();
	vi.stubGlobal("document", document);
	vi.stubGlobal("navigator", { languages: ["en-GB"] });
	vi.stubGlobal("location", place);
	vi.stubGlobal("window", {
		addEventListener: (event: string, listener: () => void) =>
			listeners.set(event, listener),
	});
	const sent: unknown[] = [];
	let answers = [...opened];
	vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
		sent.push({ path, ...JSON.parse(body) });
		const [status, answer] = answers.shift() ?? [500, {}];
		return new Response(JSON.stringify(answer), { status });
	});
	vi.resetModules();
	await import(`${page}/page.js`);
	await vi.runAllTimersAsync();

	const answered = async (act: () => void, next: Answers) => {
		answers = [...next];
		sent.length = 0;
		act();
		await vi.runAllTimersAsync();
	};
	const goTo = (hash: string) => {
		place.hash = hash;
		listeners.get("hashchange")?.();
	};
	const approve = () => {
		// The confirmations that were closed.
		document.body.textContent = "";
		view.click("Approve");
		document.body.click("Yes, approve");
	};
	return {
		document,
		view,
		sent,
		goTo,
		approve,
		answered,
		opens: (hash: string, ...next: Answers) => answered(() => goTo(hash), next),
		clicks: (button: string, ...next: Answers) =>
			answered(() => view.click(button), next),
		approves: (...next: Answers) => answered(approve, next),
		comesBack: (...next: Answers) =>
			answered(() => listeners.get("pageshow")?.({ persisted: true }), next),
		areAllSent: () => answers.length === 0,
	};
}

it("A9: a decision whose answer is unknown stays known by its link until it is answered, also when another link was opened", async () => {
	const { document, view, sent, opens, clicks, approves } = await openPage();
	expect(document.getElementById("approver").textContent).toBe("For Divya");
	await approves();
	expect(sent).toEqual([decision, decision, decision]);
	expect(view.textContent).toContain("It is not known whether your decision");
	await opens("#other", ...notValid);
	expect(view.textContent).toContain("Nothing was decided now.");
	await opens("#token", ...throttled);
	expect(view.textContent).toContain("It is not known whether the decision");
	await clicks("Send again", ...refused, ...decided);
	expect(sent).toEqual([decision, { path: "approval/read", token: "token" }]);
	expect(view.textContent).toMatch(
		/Sent again, your decision was refused\. It is overYou have decided/,
	);
	// It is answered now.
	await opens("#token", ...throttled);
	expect(view.textContent).toContain("Nothing was decided now.");
	// The first sending of another link's decision is not a repetition.
	await opens("#refused", ...opened);
	await approves(...refused, ...decided);
	expect(view.textContent).toMatch(
		/Your decision was not recorded\. It is overYou have decided/,
	);
});

it("A9: a decision that was throttled is not recorded; the reader's note is kept", async () => {
	const { view, clicks, approves } = await openPage();
	view.byId("note").value = "Fine";
	await approves(...throttled);
	expect(view.textContent).toContain("Your decision was not recorded yet.");
	await clicks("Send again", ...refused, ...opened);
	expect(view.textContent).toContain("not recorded. It is overYour decision");
	expect(view.byId("note").value).toBe("Fine");
	await approves(...throttled);
	await clicks("See what is recorded", ...opened);
	expect(view.byId("note").value).toBe("Fine");
});

it("A9: a reader who returns to the page sees what has been recorded meanwhile; a draft stays with its request", async () => {
	const { document, view, opens, comesBack } = await openPage();
	// `page.js` reads the note by its id; the view's own elements are not found so.
	document.getElementById("note").value = "Draft";
	await comesBack(...opened);
	expect(view.byId("note").value).toBe("Draft");
	await opens("#other", ...opened);
	expect(view.byId("note").value).toBe("");
	await comesBack(...decided);
	expect(view.textContent).toContain("You have decided");
	await opens("#");
	expect(view.textContent).toContain("This link is incomplete");
});

it("A9: while another link is read, a decision is sent for the request that is shown", async () => {
	const { sent, goTo, approve, answered } = await openPage();
	const goAndApprove = () => {
		goTo("#other");
		approve();
	};
	await answered(goAndApprove, [...opened, ...decided]);
	expect(sent).toEqual([{ path: "approval/read", token: "other" }, decision]);
});

it("A9: a late answer to a link that was left is not shown", async () => {
	const { view, goTo, answered, areAllSent } = await openPage();
	const goOn = () => {
		goTo("#left");
		goTo("#other");
	};
	// The data of the link that was left come a second after the answer to the other one.
	await answered(goOn, [[503, {}], ...notValid, ...opened]);
	expect(areAllSent()).toBe(true);
	expect(view.textContent).toContain("This link is not valid");
});
