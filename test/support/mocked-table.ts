import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach } from "vitest";
import type { Table } from "../../shared/dynamodb/table.ts";

/** The table `table`, with mocked calls; its pauses take no time. */
export function useMockedTable() {
	const documents = mockClient(
		DynamoDBDocumentClient.from(new DynamoDBClient({})),
	);
	const pauses: number[] = [];
	// Files share a process: the next one needs the real client.
	afterAll(() => documents.restore());
	afterEach(() => {
		documents.reset();
		pauses.length = 0;
	});
	// Unchecked cast: the tested functions use only these properties.
	const table = {
		name: "table",
		documents,
		documentsNoRetry: documents,
		pause: async (milliseconds: number) => void pauses.push(milliseconds),
	} as unknown as Table;
	return { table, documents, pauses };
}
