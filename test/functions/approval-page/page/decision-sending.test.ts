import { afterEach, beforeEach, expect, it, vi } from "vitest";

const page: string = "../../../../functions/approval-page/page";
const { sendDecision } = await import(`${page}/service.js`);
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

/** As much of an element as a view needs. */
const textElement = () => ({
	textContent: "",
	setAttribute() {},
	append(...children: (string | { textContent: string })[]) {
		for (const child of children)
			this.textContent += typeof child === "string" ? child : child.textContent;
	},
});

it.each([
	[false, "Your decision was not recorded. It is over"],
	[true, "Sent again, your decision was refused. It is over"],
])(
	"A9: the notice of a refused decision, whose earlier sending may have been taken: %j",
	(mayBeTaken, text) => {
		vi.stubGlobal("document", { createElement: textElement });
		const outcome = { kind: "REFUSED", message: "It is over", mayBeTaken };
		expect(noticeView(outcome).textContent).toBe(text);
	},
);
