import { startEngine } from "../../tools/local/engine.ts";
import { type Bundles, type FunctionBundle, makeBundles } from "./bundles.ts";
import { type ChunkQueue, startChunkQueue } from "./chunk-queue.ts";
import { type Client, startClient } from "./client.ts";
import { type SlowGateway, startSlowGateway } from "./slow-gateway.ts";
import { createStore, type Store } from "./store.ts";

/** The resources that the rows share. */
export interface Rig extends AsyncDisposable {
	bundles: Bundles;
	/** Address of the local DynamoDB engine. */
	engineUrl: string;
	store: Store;
	queue: ChunkQueue;
	slowGateway: SlowGateway;
	/** Runs a function on the engine itself. */
	start(bundle: FunctionBundle): Client;
	/** Runs a function behind the slow gateway. */
	startSlow(bundle: FunctionBundle): Client;
}

export async function openRig(): Promise<Rig> {
	await using parts = new AsyncDisposableStack();
	const bundles = parts.use(await makeBundles());
	const engine = parts.adopt(await startEngine(), ({ stop }) => stop());
	const queue = parts.adopt(await startChunkQueue(), ({ stop }) => stop());
	const slowGateway = parts.adopt(await startSlowGateway(engine), ({ stop }) =>
		stop(),
	);
	const store = await createStore(engine.url, bundles.table);
	const start = (bundle: FunctionBundle, dynamodbUrl: string): Client => {
		const client = startClient(bundle, { dynamodbUrl, queue });
		return open.adopt(client, ({ stop }) => stop());
	};
	const open = parts.move();
	return {
		bundles,
		engineUrl: engine.url,
		store,
		queue,
		slowGateway,
		start: (bundle) => start(bundle, engine.url),
		startSlow: (bundle) => start(bundle, slowGateway.url),
		[Symbol.asyncDispose]: () => open.disposeAsync(),
	};
}
