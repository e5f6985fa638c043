import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A request and its response as a test recorded them (`test/openapi/exchanges.test.ts`). */
export interface Exchange {
	/** Names it among those of its operation. */
	name: string;
	summary: string;
	request: {
		/** Path and query. */
		url: string;
		headers: Record<string, string>;
		body?: unknown;
	};
	response: { status: number; headers: Record<string, string>; body: unknown };
}

export const exchangesPath = (operationId: string) =>
	join(import.meta.dirname, "examples", `${operationId}.json`);

/** The recorded exchanges of an operation. */
export function readExchanges(operationId: string): Exchange[] {
	const path = exchangesPath(operationId);
	// Unchecked cast: only the test writes these files.
	return existsSync(path)
		? (JSON.parse(readFileSync(path, "utf8")) as Exchange[])
		: [];
}
