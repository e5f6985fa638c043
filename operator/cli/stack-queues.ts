import { paginateListQueues, SQSClient } from "@aws-sdk/client-sqs";
import { CommandError } from "../command-error.ts";

/** URLs of the queues whose messages the workers get, and of those that they did not get done. */
export interface StackQueues {
	queueUrl: string;
	deadLetterQueueUrl: string;
}

/**
 * The queues of the stack that a table is of, found by their names, which like the table's begin with the stack's
 * (`findStackTable`).
 *
 * @throws CommandError when there are none, or CloudFormation did not name the table.
 */
export async function findStackQueues(
	tableName: string,
	place: { region?: string },
): Promise<StackQueues> {
	const [, stack] = /^(.+)-Table[0-9A-F]{8}-/.exec(tableName) ?? [];
	if (!stack)
		throw new CommandError(
			`Table ${tableName} does not tell its stack, of which the queues are: name that with --stack`,
		);
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
	if (url === undefined) throw new CommandError(`There is no queue ${prefix}…`);
	if (another !== undefined)
		throw new CommandError(`There are several queues ${prefix}…`);
	return url;
}
