import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

/** Waits before the SDK repeats a call that it has repeated so often. */
export type PauseOfSdk = (retries: number) => Promise<void>;

/**
 * Replaces the pauses of the SDK between its attempts. It retries what the SDK would retry, as often.
 *
 * @param findPause Asked before each retry; undefined: the SDK's own pause.
 */
export function replacePausesOfSdk(
	{ config }: DynamoDBDocumentClient,
	findPause: () => PauseOfSdk | undefined,
) {
	const { retryStrategy, maxAttempts } = config;
	type Strategy = Awaited<ReturnType<typeof retryStrategy>>;
	let replaced: Promise<Strategy> | undefined;
	const replace = async (): Promise<Strategy> => {
		const strategy = await retryStrategy();
		if (!("refreshRetryTokenForRetry" in strategy)) return strategy;
		const attempts = await maxAttempts();
		return {
			mode: "standard",
			acquireInitialRetryToken: (scope) =>
				strategy.acquireInitialRetryToken(scope),
			recordSuccess: (token) => strategy.recordSuccess(token),
			async refreshRetryTokenForRetry(token, error) {
				const pause = findPause();
				if (!pause) return strategy.refreshRetryTokenForRetry(token, error);
				const count = token.getRetryCount() + 1;
				const isTemporary = ["THROTTLING", "TRANSIENT"].includes(
					error.errorType,
				);
				if (!isTemporary || count >= attempts)
					throw new Error("No attempt left");
				await pause(count - 1);
				return {
					getRetryCount: () => count,
					getRetryDelay: () => 0,
					getRetryCost: () => 0,
				};
			},
		};
	};
	config.retryStrategy = () => {
		replaced ??= replace();
		return replaced;
	};
}
