import { Logger } from "@aws-lambda-powertools/logger";

export type { Logger };

export const serviceName = "procurement-payments";

export const loggerOptions = { serviceName };

/** Logs structured lines to standard output. Never log secrets, API keys or request bodies. */
export function createLogger(): Logger {
	return new Logger(loggerOptions);
}
