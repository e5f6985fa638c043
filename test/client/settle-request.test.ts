import { afterEach, describe, expect, it, vi } from "vitest";
import { isForgotten } from "../../client/src/attempts/attempt-key.ts";
import { AttemptForgottenError } from "../../client/src/attempts/errors.ts";
import { settleRequest } from "../../client/src/attempts/settle-request.ts";
import { NoAnswerError } from "../../client/src/http/errors.ts";
import type { ApiAnswer } from "../../client/src/http/send-once.ts";
import { systemTiming, type Timing } from "../../client/src/timing.ts";

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

/** What is sent and asked, in order; each takes as long as its answer says. */
function script(
	steps: readonly {
		step: "send" | "ask";
		answer: ApiAnswer | Error;
		takesMs?: number;
	}[],
) {
	let now = 0;
	let next = 0;
	const timing: Timing = {
		now: () => now,
		random: () => 1,
		sleep: async (milliseconds) => {
			now += milliseconds;
		},
	};
	const take = (step: "send" | "ask") => async () => {
		const expected = steps[next++];
		if (expected?.step !== step)
			throw new Error(`Step ${next} is ${step}, not ${expected?.step}`);
		now += expected.takesMs ?? 0;
		if (expected.answer instanceof Error) throw expected.answer;
		return expected.answer;
	};
	return {
		timing,
		send: take("send"),
		ask: take("ask"),
		isDone: () => next === steps.length,
	};
}

const settle = (
	{ send, ask, timing }: ReturnType<typeof script>,
	settleWithinMs: number,
) =>
	settleRequest(
		{
			send,
			ask,
			attempt: { idempotencyKey: "k", firstSentAt: new Date(0) },
			mayHaveArrived: false,
			maySend: true,
		},
		{ settleWithinMs, timing },
	);

it.each([
	["23 hours ago", -23, false],
	["more than 23 hours ago", -23.01, true],
	["an hour ahead, since clocks differ", 1, false],
	["more than an hour ahead", 1.01, true],
])("a key first sent %s", (_, hours, expected) => {
	const { timing } = script([]);
	const firstSentAt = new Date(timing.now() + hours * 3_600_000);
	expect(isForgotten({ idempotencyKey: "k", firstSentAt }, timing)).toBe(
		expected,
	);
});

describe("settleRequest", () => {
	it("sends again only after the service has said that it does not know the key", async () => {
		const steps = script([
			{ step: "send", answer: lost },
			{ step: "ask", answer: lost },
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

	it("does not send again once a copy was refused because the key is in use, whatever the attempt says", async () => {
		const steps = script([
			{ step: "send", answer: claimed },
			{ step: "ask", answer: notFound },
			{ step: "ask", answer: notFound },
			{ step: "ask", answer: notFound },
		]);
		expect(await settle(steps, 6_000)).toMatchObject({ kind: "UNKNOWN" });
		expect(steps.isDone()).toBe(true);
	});

	it("does not send again what the service may have forgotten: the machine was suspended for a day", async () => {
		const steps = script([
			{ step: "send", answer: lost, takesMs: 24 * 3_600_000 },
			{ step: "ask", answer: notFound },
		]);
		expect(await settle(steps, Number.POSITIVE_INFINITY)).toEqual({
			kind: "UNKNOWN",
			cause: expect.any(AttemptForgottenError),
		});
		expect(steps.isDone()).toBe(true);
	});

	it("does not take a refusal of a later copy for one of the first", async () => {
		const unauthorized = answer(401, {
			ok: false,
			error: { code: "INVALID_API_KEY", message: "Not valid" },
		});
		const steps = script([
			{ step: "send", answer: lost },
			{ step: "ask", answer: notFound },
			{ step: "send", answer: unauthorized },
		]);
		expect(await settle(steps, 60_000)).toMatchObject({ kind: "UNKNOWN" });
		expect(
			await settle(script([{ step: "send", answer: unauthorized }]), 1),
		).toMatchObject({ kind: "REFUSED" });
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

describe("the system's time", () => {
	afterEach(() => {
		vi.restoreAllMocks();
	});

	const startAt = (wall: number, monotonic: number) => {
		const wallClock = vi.spyOn(Date, "now").mockReturnValue(wall);
		const monotonicClock = vi
			.spyOn(performance, "now")
			.mockReturnValue(monotonic);
		return { timing: systemTiming(), wallClock, monotonicClock };
	};

	it("goes on when the wall clock is set back", () => {
		const { timing, wallClock, monotonicClock } = startAt(1e12, 500);
		const before = timing.now();
		wallClock.mockReturnValue(0);
		monotonicClock.mockReturnValue(1_500);
		expect(timing.now()).toBe(before + 1_000);
		monotonicClock.mockReturnValue(0);
		expect(timing.now()).toBe(before + 1_000);
	});

	it("counts the time in which the machine was suspended", () => {
		const { timing, wallClock } = startAt(1e12, 500);
		const before = timing.now();
		wallClock.mockReturnValue(1e12 + 3_600_000);
		expect(timing.now()).toBe(before + 3_600_000);
	});
});

it("a pause ends when its signal is aborted", async () => {
	const timing = systemTiming();
	await timing.sleep(1);
	await timing.sleep(600_000, AbortSignal.abort());
	const controller = new AbortController();
	const sleeping = timing.sleep(600_000, controller.signal);
	controller.abort();
	await sleeping;
});
