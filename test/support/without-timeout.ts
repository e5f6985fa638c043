import type { Table } from "../../shared/dynamodb/table.ts";

/**
 * Removes the timeouts of this table's clients, for connections and responses, and returns the table. On a busy machine,
 * a call that is given up and sent again changes what a test counts, or fails it.
 */
export function withoutTimeout(table: Table): Table {
	// Unchecked cast: the handler of the SDK for Node.js, of both clients of the table.
	const requestHandler = table.documents.config.requestHandler as {
		updateHttpClientConfig(
			key: "requestTimeout" | "connectionTimeout",
			milliseconds: number,
		): void;
	};
	requestHandler.updateHttpClientConfig("requestTimeout", 0);
	requestHandler.updateHttpClientConfig("connectionTimeout", 0);
	return table;
}
