import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { approvedByMe, open } from "./shown.ts";

const folder: string = "../../../console/src/mail-link";
const { readRequest, sendDecision } = await import(`${folder}/service.ts`);

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

/**
 * Opens the link `#token`, without its views. Each request gets the next of the answers, and 500 when there is none left.
 */
async function openLink() {
	const place = { hash: "#token" };
	const listeners = new Map<string, (event: object) => void>();
	vi.stubGlobal("location", place);
	vi.stubGlobal(
		"addEventListener",
		(event: string, listener: (event: object) => void) =>
			listeners.set(event, listener),
	);
	const sent: unknown[] = [];
	let answers = [...opened];
	vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
		sent.push({ path, ...JSON.parse(body) });
		const [status, answer] = answers.shift() ?? [500, {}];
		return new Response(JSON.stringify(answer), { status });
	});
	vi.resetModules();
	const flow = await import(`${folder}/flow.ts`);
	flow.followBrowser();
	void flow.open();
	await vi.runAllTimersAsync();

	const answered = async (act: () => void, next: Answers) => {
		answers = [...next];
		sent.length = 0;
		act();
		await vi.runAllTimersAsync();
	};
	const goTo = (hash: string) => {
		place.hash = hash;
		listeners.get("hashchange")?.({});
	};
	/** Decides about the request that is shown. */
	const approve = (note?: string) => {
		const { token, data } = flow.view.value;
		void flow.decide(token, data, {
			decision: "APPROVE",
			...(note !== undefined && { note }),
		});
	};
	return {
		get view() {
			return flow.view.value;
		},
		sent,
		goTo,
		approve,
		answered,
		opens: (hash: string, ...next: Answers) => answered(() => goTo(hash), next),
		sendsAgain: (...next: Answers) =>
			answered(() => flow.view.value.sendAgain(), next),
		readsAgain: (...next: Answers) =>
			answered(() => flow.view.value.readAgain(), next),
		comesBack: (...next: Answers) =>
			answered(() => listeners.get("pageshow")?.({ persisted: true }), next),
		areAllSent: () => answers.length === 0,
	};
}

it("A9: a decision whose answer is unknown stays known by its link until it is answered, also when another link was opened", async () => {
	const link = await openLink();
	await link.answered(link.approve, []);
	expect(link.sent).toEqual([decision, decision, decision]);
	expect(link.view).toMatchObject({ kind: "UNSENT", isBusy: false });
	await link.opens("#other", ...notValid);
	expect(link.view).toMatchObject({ problem: "INVALID", sendAgain: undefined });
	await link.opens("#token", ...throttled);
	expect(link.view).toMatchObject({
		problem: "BUSY",
		sendAgain: expect.any(Function),
	});
	await link.sendsAgain(...refused, ...decided);
	expect(link.sent).toEqual([
		decision,
		{ path: "approval/read", token: "token" },
	]);
	expect(link.view).toMatchObject({
		kind: "REQUEST",
		refusal: { message: "It is over", mayBeTaken: true },
		data: approvedByMe,
	});
	// It is answered now.
	await link.opens("#token", ...throttled);
	expect(link.view.sendAgain).toBeUndefined();
	// The first sending of another link's decision is not a repetition.
	await link.opens("#refused", ...opened);
	await link.answered(link.approve, [...refused, ...decided]);
	expect(link.view.refusal).toMatchObject({ mayBeTaken: false });
});

it("A9: a decision that was throttled is not recorded; the reader's note is kept", async () => {
	const link = await openLink();
	await link.answered(() => link.approve("Fine"), throttled);
	expect(link.view).toMatchObject({ kind: "UNSENT", isBusy: true });
	await link.sendsAgain(...refused, ...opened);
	expect(link.view).toMatchObject({
		refusal: { mayBeTaken: false },
		draft: "Fine",
	});
	await link.answered(() => link.approve("Fine"), throttled);
	await link.readsAgain(...opened);
	expect(link.view).toMatchObject({ kind: "REQUEST", draft: "Fine" });
});

it("A9: a reader who returns to the page sees what has been recorded meanwhile", async () => {
	const link = await openLink();
	await link.comesBack(...decided);
	expect(link.view).toMatchObject({ kind: "REQUEST", data: approvedByMe });
	await link.opens("#");
	expect(link.view).toMatchObject({ kind: "PROBLEM", problem: "INCOMPLETE" });
});

it("A9: while another link is read, a decision is sent for the request that is shown", async () => {
	const { sent, goTo, approve, answered } = await openLink();
	const goAndApprove = () => {
		goTo("#other");
		approve();
	};
	await answered(goAndApprove, [...opened, ...decided]);
	expect(sent).toEqual([{ path: "approval/read", token: "other" }, decision]);
});

it("A9: a late answer to a link that was left is not shown", async () => {
	const link = await openLink();
	const goOn = () => {
		link.goTo("#left");
		link.goTo("#other");
	};
	// The data of the link that was left come a second after the answer to the other one.
	await link.answered(goOn, [[503, {}], ...notValid, ...opened]);
	expect(link.areAllSent()).toBe(true);
	expect(link.view).toMatchObject({ problem: "INVALID" });
});
