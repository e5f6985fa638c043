import { getEventListeners } from "node:events";
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
const unreachable = new NoAnswerError("Refused", {
	mayHaveArrived: false,
	isRetryable: true,
});
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
		announce,
		maySend = true,
		signal,
	}: {
		isFormer?: boolean;
		unusedSince?: Map<string, Stopwatch>;
		announce?: () => void;
		maySend?: boolean;
		signal?: AbortSignal;
	} = {},
) =>
	settleRequest(
		{
			...{ send, ask, search, unusedSince, maySend },
			...(announce && { announce }),
			idempotencyKey: "k",
			mayHaveArrived: isFormer,
		},
		{ settleWithinMs, timing, signal },
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

	it("does not send again after an answer that took so long that the key may have been used meanwhile", async () => {
		const steps = script([
			{ step: "send", answer: lost },
			{ step: "ask", answer: notFound, takesMs: 60_000 },
			{ step: "ask", answer: notFound },
			{ step: "send", answer: paid },
		]);
		expect(await settle(steps, 600_000)).toMatchObject({ kind: "ANSWERED" });
		expect(steps.isDone()).toBe(true);
	});

	it("does not send again if storing the attempt took so long that the key may have been used meanwhile", async () => {
		const steps = script([
			{ step: "send", answer: lost },
			{ step: "ask", answer: notFound },
			{ step: "ask", answer: notFound },
			{ step: "send", answer: paid },
		]);
		const takesMs = [0, 60_000, 0];
		const announce = () => void steps.timing.sleep(takesMs.shift() ?? 0);
		expect(await settle(steps, 600_000, { announce })).toMatchObject({
			kind: "ANSWERED",
		});
		expect([steps.isDone(), takesMs]).toEqual([true, []]);
	});

	it.each([
		[500, true],
		[503, true],
		[302, true],
		[200, false],
	])(
		"asks for the outcome of a request that was answered with %i, ok: %s",
		async (status, ok) => {
			const body = { ok, data: {}, message: "Not now" };
			const send = { step: "send", answer: answer(status, body) } as const;
			expect(await settle(script([send]), 0)).toMatchObject({
				...{ kind: "UNKNOWN", cause: { status, isRetryable: false } },
			});
			const steps = script([
				send,
				{ step: "ask", answer: answer(200, { ok: false, message: "Odd" }) },
			]);
			expect(await settle(steps, 60_000)).toMatchObject({
				...{ kind: "UNKNOWN", cause: { message: "Odd", status: 200 } },
			});
			expect(steps.isDone()).toBe(true);
		},
	);

	const refusal = { ok: false, error: { code: "SOME_CODE", message: "No" } };
	it.each([
		["ANSWERED", 200, { ok: true, data: {} }],
		["ANSWERED", 422, { ok: false, data: {} }],
		["REFUSED", 422, refusal],
		["REFUSED", 400, refusal],
		["REFUSED", 404, refusal],
		["REFUSED", 409, refusal],
	])(
		"takes what answers the copy that has the key for final: %s by %i %j",
		async (kind, status, body) => {
			const steps = script([
				{ step: "send", answer: lost },
				{ step: "ask", answer: notFound },
				{ step: "send", answer: answer(status, body) },
			]);
			const unusedSince = new Map<string, Stopwatch>();
			expect(await settle(steps, 60_000, { unusedSince })).toEqual(
				kind === "ANSWERED"
					? { kind, answer: answer(status, body) }
					: { kind, error: expect.objectContaining({ status }) },
			);
			expect([steps.isDone(), unusedSince.size]).toEqual([true, 0]);
		},
	);

	it("asks again while the attempt is running, and when the question is not answered", async () => {
		const running = attemptOf("RUNNING");
		const unavailable = answer(503, { ok: true, data: { status: "SETTLED" } });
		const steps = script([
			{ step: "send", answer: lost },
			{ step: "ask", answer: unavailable },
			{ step: "ask", answer: new Error("Torn") },
			{ step: "ask", answer: running },
		]);
		expect(await settle(steps, 7_000)).toMatchObject({
			...{ kind: "UNKNOWN", cause: { message: "The attempt is running" } },
		});
		// The pauses after the first two questions. Another one of 4 s would last until the end of the time.
		expect([steps.isDone(), steps.timing.now()]).toEqual([true, 3_000]);
	});

	it("that the caller may not send again has NOT_ARRIVED when the service does not know it", async () => {
		const unusedSince = new Map([["k", () => 0]]);
		const steps = script([{ step: "ask", answer: notFound }]);
		const bounds = { ...{ isFormer: true, maySend: false }, unusedSince };
		expect(await settle(steps, 60_000, bounds)).toEqual({
			kind: "NOT_ARRIVED",
		});
		expect(unusedSince.size).toBe(1);
	});

	it("that has no connection is NOT_SENT, and may be sent by a later call", async () => {
		const unusedSince = new Map<string, Stopwatch>();
		const steps = script([{ step: "send", answer: unreachable }]);
		expect(await settle(steps, 500, { unusedSince })).toEqual({
			...{ kind: "NOT_SENT", cause: unreachable },
		});
		expect(unusedSince.size).toBe(1);
	});

	it("ends with a bug of the caller's, unless the signal was aborted", async () => {
		const bug = new TypeError("Not JSON");
		const send = { step: "send", answer: bug } as const;
		await expect(settle(script([send]), 60_000)).rejects.toBe(bug);
		const search = { step: "search", answer: bug } as const;
		const asked = [{ step: "ask", answer: notFound }, search] as const;
		const former = { isFormer: true };
		await expect(settle(script(asked), 60_000, former)).rejects.toBe(bug);
	});

	it.each<[string, Step[], number, object, string]>([
		["before anything is sent", [], 0, {}, "NOT_SENT"],
		["on its way", [{ step: "send", answer: new Error() }], 1, {}, "UNKNOWN"],
		[
			"while the service is asked",
			[{ step: "ask", answer: notFound }],
			...([1, { unusedSince: new Map([["k", () => 0]]) }, "UNKNOWN"] as const),
		],
		[
			"during a search",
			[
				{ step: "ask", answer: notFound },
				{ step: "search", answer: new Error() },
			],
			...([2, {}, "UNKNOWN"] as const),
		],
	])(
		"sends nothing more when the signal is aborted %s",
		async (_, taken, count, bounds, kind) => {
			const stop = new AbortController();
			const steps = script(taken);
			let left = count;
			const stopAtLast = <Result>(step: () => Promise<Result>) => {
				return () => {
					left -= 1;
					if (left === 0) stop.abort("Stopped");
					return step();
				};
			};
			if (count === 0) stop.abort("Stopped");
			const stopping = {
				...steps,
				send: stopAtLast(steps.send),
				ask: stopAtLast(steps.ask),
				search: stopAtLast(steps.search),
			};
			const isFormer = taken[0]?.step === "ask";
			const { signal } = stop;
			expect(
				await settle(stopping, 60_000, { isFormer, signal, ...bounds }),
			).toEqual({ kind, cause: "Stopped" });
			expect(steps.isDone()).toBe(true);
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

	/** For so long the client takes the service to know an attempt. */
	const day = 23 * 3_600_000;
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
		expect(await settle(steps, 1_000)).toMatchObject({ kind: "UNKNOWN" });
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
		expect([steps.isDone(), steps.timing.now()]).toEqual([true, 0]);
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

	it("is settled once no copy can arrive any more, if the records have only a part of it", async () => {
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
		expect(await settle(late, 330_000, { isFormer })).toMatchObject({
			kind: "ATTEMPTED",
		});
		const hasNoTime = script([
			{ step: "ask", answer: notFound },
			{ step: "search", answer: partly },
		]);
		const settlement = await settle(hasNoTime, 329_999, { isFormer });
		if (settlement.kind !== "UNKNOWN") throw new Error(settlement.kind);
		const { cause } = settlement;
		if (!(cause instanceof AttemptForgottenError)) throw cause;
		expect({ ...cause, message: cause.message }).toEqual({
			...{ name: "AttemptForgottenError", isRetryable: false },
			message:
				"The service does not know the idempotency key: the request has not arrived, or arrived more than 24 hours ago",
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

	it("a stopwatch continues when the wall clock is set back, and counts the time during which the machine was suspended", () => {
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
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
	const ended = timing.sleep(600_000, AbortSignal.abort());
	expect(vi.getTimerCount()).toBe(0);
	await ended;
	const controller = new AbortController();
	const { signal } = controller;
	const passing = timing.sleep(1, signal);
	vi.advanceTimersByTime(1);
	await passing;
	expect(getEventListeners(signal, "abort")).toEqual([]);
	const sleeping = timing.sleep(600_000, signal);
	controller.abort();
	await sleeping;
	expect(vi.getTimerCount()).toBe(0);
	expect(getEventListeners(signal, "abort")).toEqual([]);
});
