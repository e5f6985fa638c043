import { join } from "node:path";
import { type Remote, startRemote } from "../remote.ts";

/** Clients in a process of their own, so that what they cost is the same for both sides. */
export type Load = Remote<LoadWanted, LoadDone>;

export interface LoadWanted {
	url: string;
	/** Connections, each with one request at a time. */
	clients: number;
	/** Each is a sequence of requests, as they are sent. */
	payments: string[][];
}

export interface LoadDone {
	seconds: number;
	/** How many answers there were of each status. */
	statuses: Record<number, number>;
}

export const startLoad = (): Load =>
	startRemote(join(import.meta.dirname, "load-process.ts"), {
		args: [],
		env: {},
	});

/**
 * How many payments a second are answered.
 *
 * @throws When a status is neither 200 nor 422.
 */
export async function paymentsPerSecond(
	load: Load,
	wanted: LoadWanted,
): Promise<number> {
	const { seconds, statuses } = await load.ask(wanted);
	// A 422 means that a concurrent payment of the same invoice came first.
	const { 200: _, 422: skipped, ...others } = statuses;
	if (Object.keys(others).length > 0)
		throw new Error(`Unexpected answers: ${JSON.stringify(statuses)}`);
	return wanted.payments.length / seconds;
}
