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

it("A9: a decision whose answer is unknown stays known by its link until it is answered, also when another link was opened; a late answer to a link that was left is not shown", async () => {
	const shownPage = textDocument();
	const view = shownPage.getElementById("view");
	const place = { hash: "#token" };
	const listeners = new Map<string, (event?: object) => void>();
	vi.stubGlobal("document", shownPage);
	vi.stubGlobal("navigator", { languages: ["en-GB"] });
	vi.stubGlobal("location", place);
	vi.stubGlobal("window", {
		addEventListener: (event: string, listener: () => void) =>
			listeners.set(event, listener),
	});
	const sent: unknown[] = [];
	let answers: [number, object][] = [];
	vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
		sent.push({ path, ...JSON.parse(body) });
		const [status, answer] = answers.shift() ?? [500, {}];
		return new Response(JSON.stringify(answer), { status });
	});
	const opens = async (hash: string, ...next: typeof answers) => {
		place.hash = hash;
		answers = next;
		listeners.get("hashchange")?.();
		await vi.runAllTimersAsync();
	};
	const clicks = async (button: string, ...next: typeof answers) => {
		answers = next;
		view.click(button);
		await vi.runAllTimersAsync();
	};
	answers = [[200, { data: open }]];
	await import(`${page}/page.js`);
	await vi.runAllTimersAsync();
	expect(shownPage.getElementById("approver").textContent).toBe("For Divya");
	view.click("Approve");
	sent.length = 0;
	shownPage.body.click("Yes, approve");
	await vi.runAllTimersAsync();
	const decision = {
		path: "approval/decision",
		token: "token",
		decision: "APPROVE",
	};
	expect(sent).toEqual([decision, decision, decision]);
	expect(view.textContent).toContain("It is not known whether your decision");
	const error = { code: "APPROVAL_LINK_INVALID" };
	await opens("#other", [404, { error }]);
	expect(view.textContent).toContain("Nothing was decided now.");
	await opens("#token", [429, {}], [429, {}], [429, {}]);
	expect(view.textContent).toContain("It is not known whether the decision");
	const refused = { code: "INVALID_STATE_TRANSITION", message: "It is over" };
	sent.length = 0;
	await clicks(
		"Send again",
		[409, { error: refused }],
		[200, { data: approvedByMe }],
	);
	expect(sent).toEqual([decision, { path: "approval/read", token: "token" }]);
	expect(view.textContent).toMatch(
		/Sent again, your decision was refused\. It is overYou have decided/,
	);
	// It is answered now.
	await opens("#token", [429, {}], [429, {}], [429, {}]);
	expect(view.textContent).toContain("Nothing was decided now.");
	// The first sending of another link's decision is not a repetition.
	await opens("#refused", [200, { data: open }]);
	shownPage.body.textContent = "";
	view.click("Approve");
	answers = [
		[409, { error: refused }],
		[200, { data: approvedByMe }],
	];
	shownPage.body.click("Yes, approve");
	await vi.runAllTimersAsync();
	expect(view.textContent).toMatch(
		/Your decision was not recorded\. It is overYou have decided/,
	);
	// Nor is a decision of which no sending was taken; the reader's note is kept.
	const busy: typeof answers = [1, 2, 3].map(() => [429, {}]);
	await opens("#busy", [200, { data: open }]);
	view.byId("note").value = "Fine";
	shownPage.body.textContent = "";
	view.click("Approve");
	answers = [...busy];
	shownPage.body.click("Yes, approve");
	await vi.runAllTimersAsync();
	expect(view.textContent).toContain("Your decision was not recorded yet.");
	await clicks("Send again", [409, { error: refused }], [200, { data: open }]);
	expect(view.textContent).toContain("not recorded. It is overYour decision");
	expect(view.byId("note").value).toBe("Fine");
	shownPage.body.textContent = "";
	view.click("Approve");
	answers = [...busy];
	shownPage.body.click("Yes, approve");
	await vi.runAllTimersAsync();
	await clicks("See what is recorded", [200, { data: open }]);
	expect(view.byId("note").value).toBe("Fine");
	// Who comes back to the page sees what is recorded by then.
	answers = [[200, { data: approvedByMe }]];
	listeners.get("pageshow")?.({ persisted: true });
	await vi.runAllTimersAsync();
	expect(view.textContent).toContain("You have decided");
	// A draft of a note stays with its request.
	shownPage.getElementById("note").value = "Draft";
	answers = [[200, { data: open }]];
	listeners.get("pageshow")?.({ persisted: true });
	await vi.runAllTimersAsync();
	expect(view.byId("note").value).toBe("Draft");
	await opens("#");
	expect(view.textContent).toContain("This link is incomplete");
	// A decision is about the request that is shown, while that of another link is being read.
	await opens("#token", [200, { data: open }]);
	expect(view.byId("note").value).toBe("");
	shownPage.body.textContent = "";
	sent.length = 0;
	place.hash = "#other";
	answers = [
		[200, { data: open }],
		[200, { data: approvedByMe }],
	];
	listeners.get("hashchange")?.();
	view.click("Approve");
	shownPage.body.click("Yes, approve");
	await vi.runAllTimersAsync();
	expect(sent).toEqual([{ path: "approval/read", token: "other" }, decision]);
	// The data of the link that was left come a second after the answer to the other one.
	place.hash = "#left";
	listeners.get("hashchange")?.();
	await opens("#other", [503, {}], [404, { error }], [200, { data: open }]);
	expect(answers).toEqual([]);
	expect(view.textContent).toContain("This link is not valid");
});
