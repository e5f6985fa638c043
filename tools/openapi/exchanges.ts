import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A request and its response as `test/tools/openapi/examples` recorded them. */
export interface Exchange {
	/** The name among the exchanges of the operation. */
	name: string;
	summary: string;
	request: {
		/** The path and the query. */
		url: string;
		headers: Record<string, string>;
		body?: unknown;
	};
	response: { status: number; headers: Record<string, string>; body: unknown };
}

/** The path is relative to the project's root. */
export const exchangesPath = (operationId: string) =>
	`tools/openapi/examples/${operationId}.json`;

/** The recorded exchanges of an operation. */
export function readExchanges(operationId: string): Exchange[] {
	const path = join(import.meta.dirname, "../..", exchangesPath(operationId));
	// Unchecked cast: only `npm run generate` writes these files.
	return existsSync(path)
		? (JSON.parse(readFileSync(path, "utf8")) as Exchange[])
		: [];
}
