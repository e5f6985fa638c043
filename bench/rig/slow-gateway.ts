import { join } from "node:path";
import type { Reading } from "../../local/aws-gateway/meter.ts";
import { startRemote } from "./remote.ts";

/** The AWS gateway with the latency of a network and a store, in a process of its own: its time is not the client's. */
export interface SlowGateway {
	url: string;
	/** What the calls since the last reading came to. */
	read(): Promise<Reading>;
	stop(): Promise<void>;
}

export interface GatewayState {
	url: string;
	reading: Reading;
}

export async function startSlowGateway(engine: {
	url: string;
}): Promise<SlowGateway> {
	const script = join(import.meta.dirname, "slow-gateway-process.ts");
	const remote = startRemote<object, GatewayState>(script, {
		args: [engine.url],
		env: {},
	});
	const { url } = await remote.ask({});
	return {
		url,
		read: async () => (await remote.ask({})).reading,
		stop: remote.stop,
	};
}
