import { openQueueServer } from "./fauxqs.ts";
import { hiddenLoopbackAddress } from "./loopback-address.ts";

export interface QueueEngine {
	url: string;
	stop(): Promise<void>;
}

/**
 * Starts an SQS-compatible engine on loopback, inside this process. Every change is written to disk before its
 * response: a killed stack loses no message, except one that is being moved to its dead-letter queue.
 *
 * @param directory The directory of its files, which the caller has locked. When absent, everything is in memory.
 */
export async function startQueueEngine({
	directory,
}: {
	directory?: string;
} = {}): Promise<QueueEngine> {
	const server = openQueueServer(directory);
	// A message that was in flight when the stack ended becomes visible at once. Its receipt is not counted: otherwise, a
	// few restarts would move it to the dead-letter queue.
	for (const message of server.messagesInFlight) message.undoReceipt();
	const host = await hiddenLoopbackAddress();
	const url = await server.listen({ port: 0, host });
	return { url, stop: server.close };
}
