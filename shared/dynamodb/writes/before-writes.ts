import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { importLeaseKey } from "../keys.ts";
import type { Item } from "../reads/batch-get.ts";
import { isRead, type Table } from "../table.ts";

/**
 * The table with the same connections, and a hook that runs before each write is sent. What it throws prevents the
 * write. The lease of an import is no record: taking it runs no hook.
 *
 * @param hook Gets the name of the SDK's command, such as `PutItemCommand`.
 */
export function beforeWrites(
	table: Table,
	hook: (commandName: string) => Promise<unknown>,
): Table {
	return {
		...table,
		documents: withHook(table.documents, hook),
		documentsNoRetry: withHook(table.documentsNoRetry, hook),
	};
}

function withHook(
	documents: DynamoDBDocumentClient,
	hook: (commandName: string) => Promise<unknown>,
): DynamoDBDocumentClient {
	const guarded: DynamoDBDocumentClient = Object.create(documents);
	guarded.middlewareStack = documents.middlewareStack.clone();
	guarded.middlewareStack.add(
		(next, { commandName = "" }) =>
			async (args) => {
				if (!isRead(commandName) && !isLeaseWrite(args.input))
					await hook(commandName);
				return next(args);
			},
		{ step: "initialize", priority: "high", name: "beforeWrites" },
	);
	return guarded;
}

function isLeaseWrite(input: object): boolean {
	// Unchecked cast: the inputs that have these members are of single items.
	const { Item, Key = Item } = input as Record<
		"Item" | "Key",
		Item | undefined
	>;
	return Key?.sk === leaseSortKey;
}

const { sk: leaseSortKey } = importLeaseKey("");
