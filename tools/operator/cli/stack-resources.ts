import { DynamoDBClient, paginateListTables } from "@aws-sdk/client-dynamodb";
import { paginateListQueues, SQSClient } from "@aws-sdk/client-sqs";
import { CommandError } from "../command-error.ts";
import { type AwsPlace, findOutput } from "./stack-outputs.ts";

/**
 * Finds a stack's table by the beginning of its name, `<stack>-Table`, which CloudFormation generates. If there are
 * several, such as restored ones, it is the one that the stack's output `TableName` names.
 *
 * @throws CommandError When there is no such table, or more than one and no such output: the table of a deleted stack
 *   may be retained.
 */
export async function findStackTable(
	stack: string,
	place: AwsPlace,
): Promise<string> {
	const client = new DynamoDBClient(place);
	const found: string[] = [];
	for await (const { TableNames = [] } of paginateListTables({ client }, {}))
		found.push(
			...TableNames.filter((name) => name.startsWith(`${stack}-Table`)),
		);
	client.destroy();
	const [table, another] = found;
	if (table === undefined)
		throw new CommandError(
			`There is no table of a stack ${stack}: check --stack and --region`,
		);
	if (another !== undefined) {
		const used = await findOutput(stack, "TableName", place).catch(() => null);
		if (used && found.includes(used)) return used;
		throw new CommandError(
			`There are several tables of a stack ${stack}: name one of ${found.join(", ")} with --table`,
		);
	}
	return table;
}

/** The URLs of the stack's chunk queue and of its dead-letter queue. */
export interface StackQueues {
	queueUrl: string;
	deadLetterQueueUrl: string;
}

/**
 * Finds the stack of a table. The table's name begins with the stack's name, whether CloudFormation or an operator who
 * restored the table has chosen it (`docs/operations/restore.md`).
 *
 * @throws CommandError when the name has another form.
 */
export function stackOfTable(tableName: string): string {
	const [, stack] = /^(.+)-Table/.exec(tableName) ?? [];
	if (stack) return stack;
	throw new CommandError(
		`The name of table ${tableName} does not contain its stack's name: name the stack with --stack`,
	);
}

/**
 * Finds a stack's queues by the beginnings of their names.
 *
 * @throws CommandError when a queue is not found, or found twice.
 */
export async function findStackQueues(
	stack: string,
	place: AwsPlace,
): Promise<StackQueues> {
	const client = new SQSClient(place);
	try {
		return {
			queueUrl: await findQueue(client, `${stack}-ChunkQueue`),
			deadLetterQueueUrl: await findQueue(client, `${stack}-DeadLetterQueue`),
		};
	} finally {
		client.destroy();
	}
}

async function findQueue(client: SQSClient, prefix: string): Promise<string> {
	const found: string[] = [];
	const pages = paginateListQueues(
		{ client, pageSize: 1_000 },
		{ QueueNamePrefix: prefix },
	);
	for await (const { QueueUrls = [] } of pages) found.push(...QueueUrls);
	const [url, another] = found;
	if (url === undefined)
		throw new CommandError(
			`There is no queue ${prefix}…: check --region and whether the stack is deployed`,
		);
	if (another !== undefined)
		throw new CommandError(
			`There are several queues ${prefix}…: delete those of stacks that no longer exist`,
		);
	return url;
}
