import {
	PurgeQueueCommand,
	ReceiveMessageCommand,
	SQSClient,
} from "@aws-sdk/client-sqs";
import { createQueues } from "../../tools/local/create-queues.ts";
import { localConnection } from "../../tools/local/local-connection.ts";
import { startQueueEngine } from "../../tools/local/queue-engine.ts";

/** An SQS-compatible queue, for the messages of accepted batches. */
export interface ChunkQueue {
	endpoint: string;
	url: string;
	/** Receives and deletes all waiting messages; returns their bodies. */
	take(): Promise<string[]>;
	stop(): Promise<void>;
}

const name = "chunks";

export async function startChunkQueue(): Promise<ChunkQueue> {
	const engine = await startQueueEngine();
	await createQueues(engine.url, [{ name, attributes: {} }]);
	const client = new SQSClient(localConnection(engine.url));
	const url = `${engine.url}/000000000000/${name}`;
	const receive = async () => {
		const { Messages = [] } = await client.send(
			new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }),
		);
		return Messages.map(({ Body = "" }) => Body);
	};
	return {
		endpoint: engine.url,
		url,
		async take() {
			const taken: string[] = [];
			for (let some = await receive(); some.length > 0; some = await receive())
				taken.push(...some);
			await client.send(new PurgeQueueCommand({ QueueUrl: url }));
			return taken;
		},
		async stop() {
			client.destroy();
			await engine.stop();
		},
	};
}
