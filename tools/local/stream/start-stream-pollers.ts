import type { FunctionHost } from "../function-host.ts";
import type { Template } from "../template/template.ts";
import { openEngineStream } from "./engine-stream.ts";
import { startStreamPoller } from "./stream-poller.ts";

/** Starts a poller for each function of the template that reads the table's stream. */
export async function startStreamPollers(
	endpoint: string,
	{
		template: { table, streamSources },
		databasePath,
		host,
		log,
	}: {
		template: Pick<Template, "streamSources" | "table">;
		databasePath: string;
		host: Pick<FunctionHost, "invoke">;
		log: (line: string) => void;
	},
): Promise<{ stop(): Promise<void> }> {
	const { streamViewType, input } = table;
	if (streamSources.length === 0 || !streamViewType)
		return { stop: async () => {} };
	const stream = await openEngineStream(endpoint, {
		databasePath,
		tableName: input.TableName,
		streamViewType,
		readers: streamSources.map(({ functionArn }) => functionArn),
	});
	const pollers = streamSources.map((source) =>
		startStreamPoller({ source, stream, host, log }),
	);
	return {
		async stop() {
			await Promise.all(pollers.map((poller) => poller.stop()));
			stream.close();
		},
	};
}
