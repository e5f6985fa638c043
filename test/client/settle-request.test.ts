import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { AttemptForgottenError } from "../../client/src/attempts/errors.ts";
import { settleRequest } from "../../client/src/attempts/settle-request.ts";
import type { Recorded } from "../../client/src/attempts/settlement.ts";
import { NoAnswerError } from "../../client/src/http/errors.ts";
import type { ApiAnswer } from "../../client/src/http/send-once.ts";
import { toApiError } from "../../client/src/http/to-api-error.ts";
import {
	type Stopwatch,
	startStopwatch,
	systemTiming,
	type Timing,
} from "../../client/src/timing.ts";

const answer = (status: number, body: Record<string, unknown>): ApiAnswer => ({
	status,
	body,
	headers: new Headers(),
	requestId: null,
	retryAfterMs: null,
});
const claimed = answer(409, { error: "This x-idempotency-key was used" });
const notFound = answer(404, {
	ok: false,
	error: { code: "ATTEMPT_NOT_FOUND", message: "No request" },
});
const attemptOf = (status: string) =>
	answer(200, { ok: true, data: { status } });
const paid = answer(200, { ok: true, data: {} });
const lost = new NoAnswerError("Lost", {
	mayHaveArrived: true,
	isRetryable: false,
});

const denied = toApiError(
	answer(403, {
		ok: false,
		error: { code: "INSUFFICIENT_PERMISSIONS", message: "No" },
	}),
	true,
);
const found = (...states: Recorded["state"][]): Recorded[] =>
	states.map((state) => ({ state, bulkActionSlug: null }));

type Step = { takesMs?: number } & (
	| { step: "send" | "ask"; answer: ApiAnswer | Error }
	| { step: "search"; answer: readonly Recorded[] | Error }
);

/** What is sent, asked and searched, in order; each takes as long as its answer says. */
function script(steps: readonly Step[]) {
	let now = 0;
	let next = 0;
	const timing: Timing = {
		now: () => now,
		random: () => 1,
		sleep: async (milliseconds) => {
			now += milliseconds;
		},
	};
	const take =
		<Kind extends Step["step"]>(step: Kind) =>
		async () => {
			const expected = steps[next++];
			if (expected?.step !== step)
				throw new Error(`Step ${next} is ${step}, not ${expected?.step}`);
			now += expected.takesMs ?? 0;
			if (expected.answer instanceof Error) throw expected.answer;
			// The step that is expected has the answers of its kind.
			return expected.answer as Exclude<
				Extract<Step, { step: Kind }>["answer"],
				Error
			>;
		};
	return {
		timing,
		send: take("send"),
		ask: take("ask"),
		search: take("search"),
		isDone: () => next === steps.length,
	};
}

const settle = (
	{ send, ask, search, timing }: ReturnType<typeof script>,
	settleWithinMs: number,
	{
		isFormer = false,
		unusedSince = new Map<string, Stopwatch>(),
		connectWithinMs = Number.POSITIVE_INFINITY,
		announce = () => {},
	} = {},
) =>
	settleRequest(
		{
			...{ send, ask, search, unusedSince, announce },
			idempotencyKey: "k",
			mayHaveArrived: isFormer,
			maySend: true,
		},
		{ settleWithinMs, connectWithinMs, timing },
	);

/** What the system's clock shows until the end of the test. */
function setClock(now: number) {
	const clock = vi.spyOn(Date, "now").mockReturnValue(now);
	onTestFinished(() => clock.mockRestore());
}

describe("settleRequest", () => {
	it("sends again only after the service has said that it does not know the key", async () => {
		const steps = script([
			{ step: "send", answer: lost },
			{ step: "ask", answer: lost },
			{ step: "ask", answer: notFound },
			// This copy was not processed, but the first one may still arrive.
			{ step: "send", answer: answer(429, { message: "Too Many Requests" }) },
			{ step: "ask", answer: notFound },
			{ step: "send", answer: paid },
		]);
		expect(await settle(steps, 60_000)).toMatchObject({ kind: "ANSWERED" });
		expect(steps.isDone()).toBe(true);
	});

	it("does not send again on an answer that took so long that the key may have been used since", async () => {
		const steps = script([
			{ step: "send", answer: lost },
			{ step: "ask", answer: notFound, takesMs: 240_000 },
			{ step: "ask", answer: notFound },
			{ step: "send", answer: paid },
		]);
		expect(await settle(steps, 600_000)).toMatchObject({ kind: "ANSWERED" });
		expect(steps.isDone()).toBe(true);
	});

	it("does not send again after a disk has taken so long to note it that the key may have been used since", async () => {
		const steps = script([
			{ step: "send", answer: lost },
			{ step: "ask", answer: notFound },
			{ step: "ask", answer: notFound },
			{ step: "send", answer: paid },
		]);
		const takesMs = [0, 240_000, 0];
		const announce = () => void steps.timing.sleep(takesMs.shift() ?? 0);
		expect(await settle(steps, 600_000, { announce })).toMatchObject({
			kind: "ANSWERED",
		});
		expect([steps.isDone(), takesMs]).toEqual([true, []]);
	});

	it.each([500, 503, 302])(
		"asks for the outcome of a request that was answered with %i",
		async (status) => {
			const steps = script([
				{ step: "send", answer: answer(status, { message: "Not now" }) },
				{ step: "ask", answer: attemptOf("SETTLED") },
			]);
			expect(await settle(steps, 60_000)).toMatchObject({ kind: "ATTEMPTED" });
		},
	);

	it("does not send again once a copy was refused because the key is in use, for anything that the attempt says", async () => {
		const steps = script([
			{ step: "send", answer: claimed },
			{ step: "ask", answer: notFound },
			{ step: "ask", answer: notFound },
			{ step: "ask", answer: notFound },
		]);
		expect(await settle(steps, 6_000)).toMatchObject({ kind: "UNKNOWN" });
		expect(steps.isDone()).toBe(true);
	});

	it("searches the records before a later call sends again what was refused because the key is in use", async () => {
		const unusedSince = new Map<string, Stopwatch>();
		const first = script([
			{ step: "send", answer: claimed },
			{ step: "ask", answer: notFound },
		]);
		expect(await settle(first, 1, { unusedSince })).toMatchObject({
			kind: "UNKNOWN",
		});
		const again = script([
			{ step: "ask", answer: notFound },
			{ step: "search", answer: found("RECORDED") },
		]);
		const bounds = { isFormer: true, unusedSince };
		expect(await settle(again, 60_000, bounds)).toMatchObject({
			kind: "SEARCHED",
		});
		expect(again.isDone()).toBe(true);
	});

	const day = 24 * 3_600_000;
	it.each([
		["the monotonic clock", { takesMs: day, wallMs: 0 }],
		["the wall clock", { takesMs: 0, wallMs: day }],
	])(
		"searches the records before it sends again what the service may have forgotten: by %s, the machine was suspended for a day",
		async (_, { takesMs, wallMs }) => {
			const start = Date.now();
			setClock(start);
			const steps = script([
				{ step: "send", answer: lost, takesMs },
				{ step: "ask", answer: notFound },
				{ step: "search", answer: found("NOT_RECORDED") },
				{ step: "ask", answer: notFound },
				{ step: "send", answer: paid },
			]);
			const announce = () => setClock(start + wallMs);
			expect(await settle(steps, 2 * day, { announce })).toMatchObject({
				kind: "ANSWERED",
			});
			expect(steps.isDone()).toBe(true);
		},
	);

	it.each([
		[401, { error: { code: "INVALID_API_KEY", message: "Not now" } }],
		[403, { error: { code: "ACCESS_DENIED", message: "Not now" } }],
		[413, { message: "Request Entity Too Large" }],
		[400, { error: "x-idempotency-key must have 1 to 255 characters" }],
	])(
		"does not take a refusal of a later copy for one of the first: %i %j",
		async (status, body) => {
			const refused = answer(status, { ok: false, ...body });
			const steps = script([
				{ step: "send", answer: lost },
				{ step: "ask", answer: notFound },
				{ step: "send", answer: refused },
			]);
			expect(await settle(steps, 60_000)).toMatchObject({ kind: "UNKNOWN" });
			expect(
				await settle(script([{ step: "send", answer: refused }]), 1),
			).toMatchObject({ kind: "REFUSED" });
		},
	);

	it("does not take a gateway's 404 for ATTEMPT_NOT_FOUND", async () => {
		const steps = script([
			{ step: "send", answer: lost },
			{ step: "ask", answer: answer(404, { message: "Not Found" }) },
		]);
		expect(await settle(steps, 60_000)).toMatchObject({
			kind: "UNKNOWN",
			cause: { code: null },
		});
	});

	it("takes the attempt for final only when it is settled", async () => {
		const steps = script([
			{ step: "send", answer: lost },
			{ step: "ask", answer: attemptOf("RUNNING") },
			{ step: "ask", answer: attemptOf("SETTLED") },
		]);
		expect(await settle(steps, 60_000)).toEqual({
			kind: "ATTEMPTED",
			attempt: { status: "SETTLED" },
		});
	});

	it("is not sent after the time for it is over", async () => {
		const steps = script([
			{ step: "send", answer: lost },
			{ step: "ask", answer: notFound },
			{ step: "send", answer: lost },
		]);
		expect(await settle(steps, 400)).toMatchObject({ kind: "UNKNOWN" });
	});

	it("waits as long as an answer asks for", async () => {
		const throttled = {
			...answer(429, { message: "Too Many Requests" }),
			retryAfterMs: 7_000,
		};
		const steps = script([
			{ step: "send", answer: throttled },
			{ step: "send", answer: paid },
		]);
		await settle(steps, 60_000);
		expect(steps.timing.now()).toBe(7_000);
		const forever = { ...throttled, retryAfterMs: 1e9 };
		const bounded = script([
			{ step: "send", answer: forever },
			{ step: "send", answer: paid },
		]);
		await settle(bounded, 600_000);
		expect(bounded.timing.now()).toBe(60_000);
	});
});

describe("a request that another process has perhaps sent", () => {
	const hour = 3_600_000;
	const isFormer = true;

	it("is sent again once the records show nothing of its key, and the service still does not know it", async () => {
		const steps = script([
			{ step: "ask", answer: notFound },
			{ step: "search", answer: found("NOT_RECORDED", "NOT_RECORDED") },
			{ step: "ask", answer: notFound },
			{ step: "send", answer: paid },
		]);
		expect(await settle(steps, 60_000, { isFormer })).toMatchObject({
			kind: "ANSWERED",
		});
		expect(steps.isDone()).toBe(true);
	});

	it("is sent again however long the search took, which is not counted as waiting", async () => {
		const steps = script([
			{ step: "ask", answer: notFound },
			{ step: "search", answer: found("NOT_RECORDED"), takesMs: hour },
			{ step: "ask", answer: notFound },
			{ step: "send", answer: paid },
		]);
		await settle(steps, 60_000, { isFormer });
		expect(steps.isDone()).toBe(true);
	});

	it("is not sent again when it has arrived during the search", async () => {
		const steps = script([
			{ step: "ask", answer: notFound },
			{ step: "search", answer: found("NOT_RECORDED") },
			{ step: "ask", answer: attemptOf("SETTLED") },
		]);
		expect(await settle(steps, 60_000, { isFormer })).toMatchObject({
			kind: "ATTEMPTED",
		});
		expect(steps.isDone()).toBe(true);
	});

	it.each([
		["all of it", found("RECORDED", "RECORDED")],
		["something that is not its own", found("RECORDED", "UNCLEAR")],
	])("is not sent again when the records have %s", async (_, recorded) => {
		const steps = script([
			{ step: "ask", answer: notFound },
			{ step: "search", answer: recorded },
		]);
		expect(await settle(steps, 60_000, { isFormer })).toEqual({
			kind: "SEARCHED",
			found: recorded,
		});
		expect(steps.isDone()).toBe(true);
	});

	it("of which the records have a part is settled when no copy can arrive any more", async () => {
		const partly = found("RECORDED", "NOT_RECORDED");
		const steps = script([
			{ step: "ask", answer: notFound },
			{ step: "search", answer: partly },
			{ step: "ask", answer: notFound },
			{ step: "search", answer: partly },
			{ step: "ask", answer: notFound },
		]);
		expect(await settle(steps, 420_000, { isFormer })).toEqual({
			kind: "SEARCHED",
			found: partly,
		});
		expect(steps.isDone()).toBe(true);
		expect(steps.timing.now()).toBe(330_000);

		const takesMs = 100_000;
		const slow = script([
			{ step: "ask", answer: notFound },
			{ step: "search", answer: partly, takesMs },
			{ step: "ask", answer: notFound },
			{ step: "search", answer: partly, takesMs },
			{ step: "ask", answer: notFound },
		]);
		expect(await settle(slow, 420_000, { isFormer })).toMatchObject({
			kind: "SEARCHED",
		});

		const late = script([
			{ step: "ask", answer: notFound },
			{ step: "search", answer: partly },
			{ step: "ask", answer: notFound },
			{ step: "search", answer: partly },
			{ step: "ask", answer: attemptOf("SETTLED") },
		]);
		expect(await settle(late, 420_000, { isFormer })).toMatchObject({
			kind: "ATTEMPTED",
		});
		const hasNoTime = script([
			{ step: "ask", answer: notFound },
			{ step: "search", answer: partly },
		]);
		expect(await settle(hasNoTime, 60_000, { isFormer })).toEqual({
			kind: "UNKNOWN",
			cause: expect.any(AttemptForgottenError),
		});
	});

	it("is not sent again when the records may not be read", async () => {
		const steps = script([
			{ step: "ask", answer: notFound },
			{ step: "search", answer: denied },
		]);
		expect(await settle(steps, 60_000, { isFormer })).toEqual({
			kind: "UNKNOWN",
			cause: denied,
		});
		expect(steps.isDone()).toBe(true);
	});

	it("is not sent again as long as the records cannot be read", async () => {
		const steps = script([
			{ step: "ask", answer: notFound },
			{ step: "search", answer: lost, takesMs: 20_000 },
			{ step: "ask", answer: notFound },
			{ step: "search", answer: lost, takesMs: 50_000 },
		]);
		const unread = new NoAnswerError("Lost", {
			mayHaveArrived: true,
			isRetryable: true,
		});
		const failing = { ...steps, search: () => steps.search().catch(fail) };
		const fail = () => Promise.reject(unread);
		expect(await settle(failing, 60_000, { isFormer })).toEqual({
			kind: "UNKNOWN",
			cause: unread,
		});
		expect(steps.isDone()).toBe(true);
	});

	it("is not searched for a second time by the process that has searched, within a day", async () => {
		const unusedSince = new Map<string, Stopwatch>();
		const first = script([
			{ step: "ask", answer: notFound },
			{ step: "search", answer: found("NOT_RECORDED") },
			{ step: "ask", answer: notFound },
			{ step: "send", answer: lost },
			{ step: "ask", answer: notFound },
		]);
		const bounds = { isFormer, unusedSince };
		expect(await settle({ ...first, ask: first.ask }, 1, bounds)).toMatchObject(
			{ kind: "UNKNOWN" },
		);
		const again = script([
			{ step: "ask", answer: notFound },
			{ step: "send", answer: paid },
		]);
		await settle(again, 60_000, bounds);
		expect(again.isDone()).toBe(true);
		expect([...unusedSince]).toEqual([]);
	});

	it("is searched for again a day after that search began, however long it took", async () => {
		const hour = 3_600_000;
		const unusedSince = new Map<string, Stopwatch>();
		const bounds = { isFormer, unusedSince };
		const search = { step: "search", answer: found("NOT_RECORDED") } as const;
		const first = script([
			{ step: "ask", answer: notFound },
			{ ...search, takesMs: 2 * hour },
			{ step: "ask", answer: notFound },
			{ step: "send", answer: lost },
		]);
		await settle(first, 1, bounds);
		await first.timing.sleep(21.5 * hour);
		const again = script([
			{ step: "ask", answer: notFound },
			search,
			{ step: "ask", answer: notFound },
			{ step: "send", answer: paid },
		]);
		await settle(again, 60_000, bounds);
		expect(again.isDone()).toBe(true);
	});
});

const unreachable = new NoAnswerError("Refused", {
	mayHaveArrived: false,
	isRetryable: true,
});

it("does not take a long search for a time without a connection", async () => {
	const steps = script([
		{ step: "ask", answer: unreachable },
		{ step: "ask", answer: notFound },
		{ step: "search", answer: found("NOT_RECORDED"), takesMs: 61_000 },
		{ step: "ask", answer: notFound },
		{ step: "send", answer: paid },
	]);
	const bounds = { isFormer: true, connectWithinMs: 60_000 };
	expect(await settle(steps, 600_000, bounds)).toMatchObject({
		kind: "ANSWERED",
	});
	expect(steps.isDone()).toBe(true);
});

it("gives up sooner when no connection can be made", async () => {
	const refused: Step[] = Array.from({ length: 30 }, () => ({
		step: "ask",
		answer: unreachable,
	}));
	const steps = script([{ step: "send", answer: lost }, ...refused]);
	const settlement = await settle(steps, 600_000, { connectWithinMs: 60_000 });
	expect(settlement).toEqual({ kind: "UNKNOWN", cause: unreachable });
	expect(steps.timing.now()).toBeGreaterThan(50_000);
	expect(steps.timing.now()).toBeLessThan(61_000);
});

describe("an attempt of a stage that settles after a minute", () => {
	const attemptedAt = "2026-11-21T10:00:00.500Z";
	const settledAfter = (seconds: number, data: object) => {
		const attempt = { status: "SETTLED", attemptedAt, ...data };
		const headers = new Headers({
			date: new Date(Date.parse(attemptedAt) + seconds * 1_000).toUTCString(),
		});
		return { ...answer(200, { ok: true, data: attempt }), headers };
	};
	const nothing = { bulkActionSlug: null, paymentRequestId: null };
	const results = [{ status: "RECORDED" }, { status: "NOT_RECORDED" }];

	it.each([
		["a payment", { ...nothing, results }],
		["an advance or a batch", { ...nothing, results: null }],
	])("is final only after 330 s if it lacks %s", async (_, data) => {
		// The client's clock is ahead: the service's counts.
		setClock(Date.parse(attemptedAt) + 3_600_000);
		const steps = script([
			{ step: "send", answer: lost },
			{ step: "ask", answer: settledAfter(60, data) },
			{ step: "ask", answer: settledAfter(328, data) },
			{ step: "ask", answer: settledAfter(330, data) },
		]);
		expect(await settle(steps, 60_000)).toMatchObject({ kind: "ATTEMPTED" });
		expect(steps.isDone()).toBe(true);
	});

	it.each([
		[
			"everything is recorded",
			60,
			{ ...nothing, results: results.slice(0, 1) },
		],
		["the advance is created", 60, { ...nothing, paymentRequestId: "a" }],
		["the batch is accepted", 60, { ...nothing, bulkActionSlug: "b" }],
		["it was refused as invalid", 5, { ...nothing, results: null }],
	])("is final at once if %s", async (_, seconds, data) => {
		const steps = script([
			{ step: "send", answer: lost },
			{ step: "ask", answer: settledAfter(seconds, data) },
		]);
		expect(await settle(steps, 60_000)).toMatchObject({ kind: "ATTEMPTED" });
	});
});

describe("the system's time", () => {
	afterEach(() => {
		vi.restoreAllMocks();
	});

	const startAt = (wall: number, monotonic: number) => ({
		wallClock: vi.spyOn(Date, "now").mockReturnValue(wall),
		monotonicClock: vi.spyOn(performance, "now").mockReturnValue(monotonic),
	});
	const hour = 3_600_000;

	it.each([-23.5, -5.5, 5.5, 23.5])(
		"does not follow a wall clock that is changed by %s hours",
		(hours) => {
			const { wallClock, monotonicClock } = startAt(1e12, 500);
			const timing = systemTiming();
			const before = timing.now();
			wallClock.mockReturnValue(1e12 + hours * hour);
			monotonicClock.mockReturnValue(1_500);
			expect(timing.now()).toBe(before + 1_000);
		},
	);

	it("of a stopwatch goes on when the wall clock is set back, and counts the time in which the machine was suspended", () => {
		const { wallClock, monotonicClock } = startAt(1e12, 500);
		const elapsed = startStopwatch(systemTiming());
		wallClock.mockReturnValue(0);
		monotonicClock.mockReturnValue(1_500);
		expect(elapsed()).toBe(1_000);
		wallClock.mockReturnValue(1e12 + hour);
		expect(elapsed()).toBe(hour);
	});
});

it("a pause ends when its signal is aborted", async () => {
	const timing = systemTiming();
	await timing.sleep(1);
	vi.useFakeTimers({ toFake: ["setTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
	const ended = timing.sleep(600_000, AbortSignal.abort());
	expect(vi.getTimerCount()).toBe(0);
	await ended;
	const controller = new AbortController();
	const sleeping = timing.sleep(600_000, controller.signal);
	controller.abort();
	await sleeping;
});
