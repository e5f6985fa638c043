import { startEngine } from "../../local/engine.ts";
import { type Bundles, type FunctionBundle, makeBundles } from "./bundles.ts";
import { type Client, startClient } from "./client.ts";
import { type SlowGateway, startSlowGateway } from "./slow-gateway.ts";
import { createStore, type Store } from "./store.ts";

/** What the rows measure with. */
export interface Rig extends AsyncDisposable {
	bundles: Bundles;
	store: Store;
	slowGateway: SlowGateway;
	/** Runs a function on the engine itself. */
	start(bundle: FunctionBundle): Client;
	/** Runs a function behind the slow gateway. */
	startSlow(bundle: FunctionBundle): Client;
}

export async function openRig(): Promise<Rig> {
	await using stack = new AsyncDisposableStack();
	const bundles = stack.use(await makeBundles());
	const engine = await startEngine();
	stack.defer(engine.stop);
	const slowGateway = await startSlowGateway(engine);
	stack.defer(slowGateway.stop);
	const store = await createStore(engine.url, bundles);
	const clients: Client[] = [];
	stack.defer(async () => {
		for (const client of clients) await client.stop();
	});
	const start = (bundle: FunctionBundle, url: string) => {
		const client = startClient(bundle, url);
		clients.push(client);
		return client;
	};
	const open = stack.move();
	return {
		bundles,
		store,
		slowGateway,
		start: (bundle) => start(bundle, engine.url),
		startSlow: (bundle) => start(bundle, slowGateway.url),
		[Symbol.asyncDispose]: () => open.disposeAsync(),
	};
}
