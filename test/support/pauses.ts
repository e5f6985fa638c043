import { setImmediate, setTimeout } from "node:timers/promises";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Context } from "aws-lambda";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { lambdaContext } from "./lambda-context.ts";

/** The pauses before retries: real ones, or from `skip` on none, with the time of an invocation passing all the same. */
export function createPauses() {
	let isSkipping = false;
	let skipped = 0;
	const pause = async (milliseconds: number) => {
		if (!isSkipping) return setTimeout(milliseconds);
		// Pauses at the same time pass together.
		const wakesAt = skipped + milliseconds;
		await setImmediate();
		skipped = Math.max(skipped, wakesAt);
	};
	return {
		skip() {
			isSkipping = true;
		},
		/** The table with these pauses, the SDK's between its attempts included. */
		of(table: Table): Table {
			skipPausesOfSdk(table.documents, () => isSkipping);
			return { ...table, pause };
		},
		lambdaContext(milliseconds?: number): Context {
			const skippedBefore = skipped;
			const context = lambdaContext(milliseconds);
			return {
				...context,
				getRemainingTimeInMillis: () =>
					context.getRemainingTimeInMillis() - (skipped - skippedBefore),
			};
		},
	};
}

/** Retries what the SDK would retry, as often, but at once: after a throttled call it waits for about a second. */
function skipPausesOfSdk(
	{ config }: DynamoDBDocumentClient,
	isSkipping: () => boolean,
) {
	const { retryStrategy, maxAttempts } = config;
	type Strategy = Awaited<ReturnType<typeof retryStrategy>>;
	let skipping: Promise<Strategy> | undefined;
	const open = async (): Promise<Strategy> => {
		const strategy = await retryStrategy();
		if (!("refreshRetryTokenForRetry" in strategy)) return strategy;
		const attempts = await maxAttempts();
		return {
			mode: "standard",
			acquireInitialRetryToken: (scope) =>
				strategy.acquireInitialRetryToken(scope),
			recordSuccess: (token) => strategy.recordSuccess(token),
			async refreshRetryTokenForRetry(token, error) {
				if (!isSkipping())
					return strategy.refreshRetryTokenForRetry(token, error);
				const count = token.getRetryCount() + 1;
				const isTemporary = ["THROTTLING", "TRANSIENT"].includes(
					error.errorType,
				);
				if (!isTemporary || count >= attempts)
					throw new Error("No attempt left");
				return {
					getRetryCount: () => count,
					getRetryDelay: () => 0,
					getRetryCost: () => 0,
				};
			},
		};
	};
	config.retryStrategy = () => {
		skipping ??= open();
		return skipping;
	};
}
