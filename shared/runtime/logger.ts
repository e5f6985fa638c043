import { Logger } from "@aws-lambda-powertools/logger";

export type { Logger };

export const loggerOptions = { serviceName: "procurement-payments" };

/** Structured lines on standard output. No secret, no key, no body ever goes in (design 6.8). */
export function createLogger(): Logger {
	return new Logger(loggerOptions);
}
