import { Logger } from "@aws-lambda-powertools/logger";
import { deployedVersion } from "../environment/config.ts";
import { serviceName } from "./service-metrics.ts";
import { escapeBeyondJson } from "./terminal-text.ts";

export type { Logger };

export const loggerOptions = {
	serviceName,
	jsonReplacerFn: (_key: string, value: unknown) => {
		if (value instanceof Error) return toLoggedError(value);
		return typeof value === "string" ? escapeBeyondJson(value) : value;
	},
};

/** Logs structured lines to standard output. Never log secrets, API keys or request bodies. */
export function createLogger(): Logger {
	const version = deployedVersion();
	return new Logger({
		...loggerOptions,
		...(version && { persistentKeys: { version } }),
	});
}

/**
 * Awaits what must not fail its caller.
 *
 * @returns undefined when it fails, which leaves a warning with the error.
 */
export async function orWarn<T>(
	logger: Logger,
	message: string,
	awaited: Promise<T>,
	keys: object = {},
): Promise<T | undefined> {
	try {
		return await awaited;
	} catch (error) {
		logger.warn(message, { error, ...keys });
		return undefined;
	}
}

/**
 * The parts of an error that a log line has; the replacer treats its cause the same way. Powertools would log all
 * properties: an error of the SDK can have stored items among them, with UTR and narration.
 */
function toLoggedError(error: Error & { $metadata?: SdkMetadata }) {
	const { name, message, stack, cause, $metadata } = error;
	return {
		name,
		message,
		stack,
		httpStatusCode: $metadata?.httpStatusCode,
		cause: cause instanceof Error ? cause : undefined,
	};
}

interface SdkMetadata {
	httpStatusCode?: number;
}
