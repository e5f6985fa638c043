import { setTimeout } from "node:timers/promises";
import { disconnected } from "../../../../tools/local/aws-gateway/aws-call.ts";
import { awsError } from "../../../../tools/local/aws-gateway/aws-error.ts";
import { isTransaction, transactionCanceled } from "../altered-calls.ts";
import type { Effect } from "./faults.ts";

/**
 * Delays each call.
 *
 * @param pause Default: on the system's clock.
 */
export function latency(
	{
		milliseconds,
		transactionMilliseconds = milliseconds,
	}: {
		milliseconds: number;
		transactionMilliseconds?: number;
	},
	pause: (milliseconds: number) => Promise<unknown> = setTimeout,
): Effect {
	return async (call, forward) => {
		await pause(isTransaction(call) ? transactionMilliseconds : milliseconds);
		return forward(call);
	};
}

/** Throttles the call, which has no effect. */
export const throttle = (): Effect => async (call) =>
	awsError(call, 400, "ThrottlingException");

/**
 * Refuses the call because of a concurrent transaction on the same item; it has no effect. DynamoDB does this for Put,
 * Update and Delete, and for each statement of a batch (`failStatements`); local engines never do.
 */
export const conflict = (): Effect => async (call) =>
	isTransaction(call)
		? transactionCanceled(call)
		: awsError(call, 400, "TransactionConflictException");

/** Reports an internal error; the call has no effect. */
export const failBefore = (): Effect => async (call) =>
	awsError(call, 500, "InternalServerError");

/** Reports an internal error after the call took effect. */
export const failAfter = (): Effect => async (call, forward) => {
	await forward(call);
	return awsError(call, 500, "InternalServerError");
};

/** The call takes effect and its response is lost. */
export const loseAnswer = (): Effect => async (call, forward) => {
	await forward(call);
	return disconnected;
};

/** The connection breaks before the call takes effect. */
export const drop = (): Effect => async () => disconnected;

/** The gateway never responds; the call has no effect. */
export const hang = (): Effect => () => new Promise(() => {});

/** Delays the call's effect and response, possibly until after the caller's timeout. */
export const landLate =
	({ milliseconds }: { milliseconds: number }): Effect =>
	async (call, forward) => {
		await setTimeout(milliseconds);
		return forward(call);
	};

export interface HeldBack {
	effect: Effect;
	/**
	 * Lets the calls take effect.
	 *
	 * @returns Their number.
	 */
	land(): Promise<number>;
}

/** Reports an internal error at once; the calls take effect when `land` is called. */
export function heldBack(): HeldBack {
	const late: (() => Promise<unknown>)[] = [];
	return {
		effect: async (call, forward) => {
			late.push(() => forward(call));
			return failBefore()(call, forward);
		},
		async land() {
			await Promise.all(late.map((take) => take()));
			return late.length;
		},
	};
}

/** Runs a concurrent action just before the call takes effect. */
export const before =
	(act: () => unknown): Effect =>
	async (call, forward) => {
		await act();
		return forward(call);
	};

/** Runs a concurrent action after the call took effect and before its response. */
export const after =
	(act: () => unknown): Effect =>
	async (call, forward) => {
		const answer = await forward(call);
		await act();
		return answer;
	};

/** Kills the caller before the call takes effect. */
export const killBefore =
	(kill: () => unknown): Effect =>
	async () => {
		await kill();
		return disconnected;
	};

/** Kills the caller after the call took effect. */
export const killAfter =
	(kill: () => unknown): Effect =>
	async (call, forward) => {
		await forward(call);
		await kill();
		return disconnected;
	};
