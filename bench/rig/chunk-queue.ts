import { startFauxqs } from "fauxqs";
import { region } from "./lambda-environment.ts";

/** An SQS-compatible queue, for the messages of accepted batches. */
export interface ChunkQueue {
	endpoint: string;
	url: string;
	/** The bodies of all messages that wait; they wait no more. */
	take(): string[];
	stop(): Promise<void>;
}

const name = "chunks";

export async function startChunkQueue(): Promise<ChunkQueue> {
	const server = await startFauxqs({
		port: 0,
		host: "127.0.0.1",
		logger: false,
	});
	server.createQueue(name, { region });
	return {
		endpoint: server.address,
		url: `${server.address}/000000000000/${name}`,
		take() {
			const waiting = server.inspectQueue(name)?.messages.ready ?? [];
			const bodies = waiting.map(({ body }) => body);
			server.purgeAll();
			server.createQueue(name, { region });
			return bodies;
		},
		stop: () => server.stop(),
	};
}
