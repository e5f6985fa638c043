import {
	type ClientOptions,
	ProcurementPaymentsClient,
	type Timing,
} from "../../../client/src/index.ts";
import { workOff } from "../../support/batches.ts";
import type { TestedEndpoint } from "../../support/every-endpoint.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { testKey, type World } from "../../support/world.ts";
import {
	type Fault,
	type PlainAnswer,
	type PlainRequest,
	type UnreliableNetwork,
	unreliableNetwork,
} from "./unreliable-network.ts";

export interface WorldClient {
	client: ProcurementPaymentsClient;
	network: UnreliableNetwork;
}

interface WorldClientOptions extends Partial<ClientOptions> {
	faultOf?: (exchange: number, request: PlainRequest) => Fault | undefined;
	/** What happens in the service during each pause of the client. Default: its batches are worked off */
	onPause?: () => Promise<void>;
}

/** A client of a world, whose time it shares: a pause of the client takes none of the test's. */
export function openClient(
	world: World,
	{
		faultOf = () => undefined,
		onPause = () => workOff(world),
		...options
	}: WorldClientOptions = {},
): WorldClient {
	const network = unreliableNetwork(
		(request) => sendToWorld(world, request),
		faultOf,
	);
	const client = new ProcurementPaymentsClient({
		url: "https://world",
		apiKey: testKey,
		fetch: toFetch(network),
		timing: worldTiming(world, onPause),
		...options,
	});
	return { client, network };
}

export async function sendToWorld(
	world: World,
	{ method, url, headers, body }: PlainRequest,
): Promise<PlainAnswer> {
	const answer = await world.send(
		// The client knows no other methods.
		method as TestedEndpoint["method"],
		url,
		body,
		{ key: null, idempotencyKey: null, headers },
	);
	// As API Gateway and the local front do.
	const date = world.time.now.toUTCString();
	return {
		...answer,
		headers: { ...answer.headers, date },
		body: JSON.stringify(answer.body),
	};
}

/** A `fetch` over a network of the test's. */
export const toFetch =
	({ pass }: UnreliableNetwork): typeof globalThis.fetch =>
	async (input, init = {}) => {
		init.signal?.throwIfAborted();
		const { pathname, search } = new URL(String(input));
		const answer = await pass({
			method: init.method ?? "GET",
			url: `${pathname}${search}`,
			headers: Object.fromEntries(new Headers(init.headers)),
			// The client sends texts only.
			body: init.body as string | undefined,
		});
		init.signal?.throwIfAborted();
		if (!answer) throw new TypeError("fetch failed");
		const { status, headers, body } = answer;
		return new Response(body, { status, headers });
	};

/** Pauses are never shorter than a whole one without jitter. */
export const worldTiming = (
	world: World,
	onPause: () => Promise<void>,
): Timing => ({
	now: () => world.time.now.getTime(),
	random: () => 1,
	async sleep(milliseconds, signal) {
		if (signal?.aborted) return;
		passSeconds(world, milliseconds / 1_000);
		await onPause();
	},
});
