import { openLocalStore } from "../../local/store-access.ts";
import { account } from "../../local/template/account.ts";
import { connectTable, type Table } from "../../shared/store/table.ts";
import { type Arguments, option } from "./command.ts";
import { findStackTable } from "./stack-table.ts";
import { UsageError } from "./usage-error.ts";

/** The options of every command that say where the store is. */
export const storeOptions = {
	"data-dir": { type: "string" },
	stack: { type: "string" },
	table: { type: "string" },
	region: { type: "string" },
} as const;

export interface OpenTable {
	table: Table;
	isStackStopped: boolean;
	close(): Promise<void>;
}

/**
 * Reads where the store is; what it returns opens it.
 *
 * @throws UsageError
 */
export function readStoreOptions(args: Arguments): () => Promise<OpenTable> {
	const dataDirectory = option(args, "data-dir");
	const stack = option(args, "stack");
	const name = option(args, "table");
	const region = option(args, "region");
	const given = [dataDirectory, stack, name].filter(
		(value) => value !== undefined,
	);
	if (given.length > 1)
		throw new UsageError("--data-dir, --stack and --table exclude each other");
	if (stack !== undefined || name !== undefined)
		return () => openAwsTable({ stack, name, region });
	if (region !== undefined)
		throw new UsageError("--region needs --stack or --table");
	return () => openLocalTable(dataDirectory);
}

async function openLocalTable(
	dataDirectory: string | undefined,
): Promise<OpenTable> {
	const store = await openLocalStore(dataDirectory);
	const table = connectTable({
		name: store.tableName,
		endpoint: store.endpoint,
		region: account.region,
		credentials: { accessKeyId: "local", secretAccessKey: "local" },
	});
	return {
		table,
		isStackStopped: store.isStackStopped,
		close: () => store.close(),
	};
}

async function openAwsTable({
	stack,
	name,
	region,
}: {
	stack: string | undefined;
	name: string | undefined;
	region: string | undefined;
}): Promise<OpenTable> {
	const place = region === undefined ? {} : { region };
	const table = name ?? (await findStackTable(stack ?? "", place));
	return {
		table: connectTable({ name: table, ...place }),
		isStackStopped: false,
		close: async () => {},
	};
}
