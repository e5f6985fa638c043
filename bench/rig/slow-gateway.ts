import { join } from "node:path";
import type { Reading } from "../../test/support/aws-gateway/metering/meter.ts";
import { startRemote } from "./remote.ts";

/** The AWS gateway with added latency, in a process of its own so that its CPU time is not counted as the client's. */
export interface SlowGateway {
	url: string;
	/** Totals of the calls since the last reading. */
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
