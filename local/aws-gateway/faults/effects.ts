import { setTimeout } from "node:timers/promises";
import { disconnected, isTransaction } from "../aws-call.ts";
import { awsError, transactionCanceled } from "../aws-error.ts";
import type { Effect } from "./faults.ts";

/** A network and a store that take their time. */
export function latency({
	milliseconds,
	transactionMilliseconds = milliseconds,
}: {
	milliseconds: number;
	transactionMilliseconds?: number;
}): Effect {
	return async (call, forward) => {
		await setTimeout(
			isTransaction(call) ? transactionMilliseconds : milliseconds,
		);
		return forward(call);
	};
}

/** Refused for load, without effect. */
export const throttle = (): Effect => async (call) =>
	awsError(call, 400, "ThrottlingException");

/**
 * Refused because of a transaction that has the item, without effect. DynamoDB answers it for a Put, Update or Delete, and
 * for each statement of a batch (`failStatements`); no local engine does.
 */
export const conflict = (): Effect => async (call) =>
	isTransaction(call)
		? transactionCanceled(call)
		: awsError(call, 400, "TransactionConflictException");

/** An internal error, without effect. */
export const failBefore = (): Effect => async (call) =>
	awsError(call, 500, "InternalServerError");

/** An internal error reported although the call took effect. */
export const failAfter = (): Effect => async (call, forward) => {
	await forward(call);
	return awsError(call, 500, "InternalServerError");
};

/** The call takes effect, its answer is lost. */
export const loseAnswer = (): Effect => async (call, forward) => {
	await forward(call);
	return disconnected;
};

/** The connection breaks before the call takes effect. */
export const drop = (): Effect => async () => disconnected;

/** No answer, for as long as the caller waits; and no effect. */
export const hang = (): Effect => () => new Promise(() => {});

/** No answer for a while; the call takes effect only then, when the caller may have given it up. */
export const landLate =
	({ milliseconds }: { milliseconds: number }): Effect =>
	async (call, forward) => {
		await setTimeout(milliseconds);
		return forward(call);
	};

export interface HeldBack {
	effect: Effect;
	/** Lets the calls take effect. @returns How many. */
	land(): Promise<number>;
}

/** An internal error is reported at once; the calls take effect only when they are told to. */
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

/** A concurrent actor acts just before the call takes effect. */
export const before =
	(act: () => unknown): Effect =>
	async (call, forward) => {
		await act();
		return forward(call);
	};

/** A concurrent actor acts after the call took effect, before it is answered. */
export const after =
	(act: () => unknown): Effect =>
	async (call, forward) => {
		const answer = await forward(call);
		await act();
		return answer;
	};

/** The caller dies before the call takes effect. */
export const killBefore =
	(kill: () => unknown): Effect =>
	async () => {
		await kill();
		return disconnected;
	};

/** The caller dies when the call has taken effect. */
export const killAfter =
	(kill: () => unknown): Effect =>
	async (call, forward) => {
		await forward(call);
		await kill();
		return disconnected;
	};
