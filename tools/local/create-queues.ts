import {
	CreateQueueCommand,
	SetQueueAttributesCommand,
	SQSClient,
} from "@aws-sdk/client-sqs";
import { localConnection } from "./local-connection.ts";
import type { TemplateQueue } from "./template/template-queue.ts";

/** Creates the template's queues in an engine, or updates the attributes of those that exist. */
export async function createQueues(
	endpoint: string,
	queues: readonly Pick<TemplateQueue, "name" | "attributes">[],
) {
	const client = new SQSClient(localConnection(endpoint));
	for (const { name, attributes } of queues) {
		const { QueueUrl } = await client.send(
			new CreateQueueCommand({ QueueName: name }),
		);
		await client.send(
			new SetQueueAttributesCommand({ QueueUrl, Attributes: attributes }),
		);
	}
	client.destroy();
}
