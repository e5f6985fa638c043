import { resolve } from "node:path";
import { connectTable, type Table } from "../../../shared/dynamodb/table.ts";
import {
	connectDeadLetters,
	type DeadLetters,
} from "../../../shared/queue/dead-letters.ts";
import { defaultDataDirectory } from "../../local/data-directory.ts";
import { localConnection } from "../../local/local-connection.ts";
import { openLocalStore } from "../../local/store-access.ts";
import {
	type AwsCaller,
	findAwsCaller,
	findLocalUser,
} from "../audit/find-operator.ts";
import { explainAwsError } from "./aws-errors.ts";
import { type Arguments, option, UsageError } from "./command.ts";
import type { AwsPlace } from "./stack-outputs.ts";
import {
	findStackQueues,
	findStackTable,
	stackOfTable,
} from "./stack-resources.ts";

/** Options of every command: the location of the store. */
export const storeOptions = {
	"data-dir": { type: "string" },
	stack: { type: "string" },
	table: { type: "string" },
	region: { type: "string" },
} as const;

export interface OpenStore {
	table: Table;
	/** A line for the operator that says where the store is. */
	place: string;
	isStackStopped: boolean;
	openDeadLetters(): Promise<DeadLetters>;
	/** Another table of AWS, or the table of another data directory. */
	openOther(name: string): Promise<Table>;
	/** Identifies who runs the command. */
	findOperator(): Promise<string>;
	close(): Promise<void>;
}

/**
 * Parses the location of the store.
 *
 * @param mayCreate Whether an absent local store is created.
 * @returns The function that opens the store.
 * @throws UsageError
 */
export function readStoreOptions(
	args: Arguments,
	{ mayCreate }: { mayCreate: boolean },
): () => Promise<OpenStore> {
	const dataDirectory = option(args, "data-dir");
	const stack = option(args, "stack");
	const name = option(args, "table");
	const region = option(args, "region") ?? environmentRegion();
	const given = [dataDirectory, stack, name].filter(
		(value) => value !== undefined,
	);
	if (given.length > 1)
		throw new UsageError(
			"--data-dir, --stack and --table exclude each other: give one of them",
		);
	if (stack !== undefined || name !== undefined)
		return () => openAwsStore({ stack, name, region });
	if (option(args, "region") !== undefined)
		throw new UsageError("--region needs --stack or --table");
	return () => openLocalStoreIn(dataDirectory, { mayCreate });
}

async function openLocalStoreIn(
	dataDirectory: string | undefined,
	{ mayCreate }: { mayCreate: boolean },
): Promise<OpenStore> {
	const store = await openLocalStore(dataDirectory, { mayCreate });
	let other: OpenStore | undefined;
	const table = connectTable({
		name: store.tableName,
		...localConnection(store.endpoint),
	});
	return {
		table,
		place: `Acting on the store in ${resolve(dataDirectory ?? defaultDataDirectory)}`,
		isStackStopped: store.isStackStopped,
		async openDeadLetters() {
			const { endpoint, ...queues } = await store.openQueues();
			return connectDeadLetters({ ...queues, ...localConnection(endpoint) });
		},
		async openOther(directory) {
			other = await openLocalStoreIn(directory, { mayCreate: false });
			return other.table;
		},
		findOperator: async () => findLocalUser(),
		async close() {
			await other?.close();
			await store.close();
		},
	};
}

async function openAwsStore({
	stack,
	name,
	region,
}: {
	stack: string | undefined;
	name: string | undefined;
	region: string | undefined;
}): Promise<OpenStore> {
	const place = region === undefined ? {} : { region };
	const tableName = name ?? (await findTable(stack ?? "", place));
	const caller = await findCaller(place);
	return {
		table: connectTable({ name: tableName, ...place }),
		place: placeText({ stack, tableName }, caller),
		isStackStopped: false,
		async openDeadLetters() {
			const owner = stack ?? stackOfTable(tableName);
			const queues = await findStackQueues(owner, place);
			return connectDeadLetters({ ...queues, ...place });
		},
		openOther: async (another) => connectTable({ name: another, ...place }),
		findOperator: async () => caller.operator,
		close: async () => {},
	};
}

const placeText = (
	{ stack, tableName }: { stack: string | undefined; tableName: string },
	{ account, region }: AwsCaller,
) =>
	`Acting on ${stack === undefined ? `table ${tableName}` : `stack ${stack}`}, account ${account ?? "unknown (STS does not answer)"}, region ${region}`;

async function findCaller(place: AwsPlace): Promise<AwsCaller> {
	try {
		return await findAwsCaller(place);
	} catch (error) {
		throw explainAwsError(error);
	}
}

async function findTable(stack: string, place: AwsPlace): Promise<string> {
	try {
		return await findStackTable(stack, place);
	} catch (error) {
		throw explainAwsError(error);
	}
}

/**
 * The region of the environment, as the AWS command line and the CDK read it; undefined for that of the profile. The SDK
 * for JavaScript knows only AWS_REGION.
 */
export const environmentRegion = (): string | undefined =>
	process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION || undefined;
