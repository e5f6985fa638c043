import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { ClientExtension } from "../../tools/local/client-extension.ts";

/** Waits before the SDK repeats a call that it has repeated so often. */
export type PauseOfSdk = (retries: number) => Promise<void>;

/** Asked before each retry; undefined: the SDK's own pause. */
type FindPause = () => PauseOfSdk | undefined;

type FindStrategy = DynamoDBDocumentClient["config"]["retryStrategy"];
type Strategy = Awaited<ReturnType<FindStrategy>>;

/**
 * Replaces the pauses of the SDK between its attempts. It retries what the SDK would retry, up to its maximum of
 * attempts, without the SDK's retry quota.
 */
export function replacePausesOfSdk(
	{ config }: DynamoDBDocumentClient,
	findPause: FindPause,
) {
	config.retryStrategy = withPauses(config.retryStrategy, findPause);
}

/** As `replacePausesOfSdk`, for a client that is yet to be created. */
export const replacedPausesOfSdk = (findPause: FindPause): ClientExtension => ({
	configure(client) {
		client.setRetryStrategy(withPauses(client.retryStrategy(), findPause));
	},
});

function withPauses(
	findStrategy: FindStrategy,
	findPause: FindPause,
): FindStrategy {
	let replaced: Promise<Strategy> | undefined;
	const replace = async (): Promise<Strategy> => {
		const strategy = await findStrategy();
		if (!("refreshRetryTokenForRetry" in strategy)) return strategy;
		const attemptsMax = await attemptsMaxOf(strategy);
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
				if (!isTemporary || count >= attemptsMax)
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
	return () => {
		replaced ??= replace();
		return replaced;
	};
}

async function attemptsMaxOf(strategy: object): Promise<number> {
	if ("maxAttempts" in strategy && strategy.maxAttempts instanceof Function)
		return strategy.maxAttempts();
	throw new Error("The SDK's strategy does not tell its maximum of attempts");
}
