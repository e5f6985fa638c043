import { expect } from "vitest";
import type { Answer, ReadAnswer, SendOptions, World } from "./world.ts";

/** An entry of a run as tests send it. */
export type TestEntry = object;

export const newRun = (
	resources: readonly TestEntry[],
	more: Record<string, unknown> = {},
) => ({ name: "Vendors", resourceType: "INVOICE", resources, ...more });

/** Asks for a run; the answer may be any. */
export const sendRun = (
	world: World,
	resources: readonly TestEntry[],
	more: Record<string, unknown> = {},
	options: SendOptions = {},
): Promise<Answer> =>
	world.post("/v1.0/payment/run", newRun(resources, more), options);

/** @returns The record of the new run. */
export async function createRun(
	world: World,
	resources: readonly TestEntry[],
	more: Record<string, unknown> = {},
	options: SendOptions = {},
) {
	const { status, body } = await sendRun(world, resources, more, options);
	expect({ status, body }).toMatchObject({ status: 200 });
	return body.data;
}

/** A POST that releases or discards a run. */
export const changeRun = (
	world: World,
	runId: string,
	change: "release" | "discard",
	options: SendOptions = {},
): Promise<Answer> =>
	world.post(`/v1.0/payment/run/${runId}/${change}`, undefined, options);

export const releaseRun = (
	world: World,
	runId: string,
	options: SendOptions = {},
) => changeRun(world, runId, "release", options);

export const discardRun = (
	world: World,
	runId: string,
	options: SendOptions = {},
) => changeRun(world, runId, "discard", options);

export const getRun = (
	world: World,
	runId: string,
	options: SendOptions = {},
): Promise<ReadAnswer> => world.get(`/v1.0/payment/run/${runId}`, "", options);

/** A page of a run's check. */
export const checkPage = (
	world: World,
	runId: string,
	query: string | Record<string, string> = "",
	options: SendOptions = {},
): Promise<ReadAnswer> =>
	world.get(`/v1.0/payment/run/${runId}/check`, query, options);

/** All items of a run's check, in the order of the request. */
export async function checkRun(
	world: World,
	runId: string,
	query: Record<string, string> = {},
	// biome-ignore lint/suspicious/noExplicitAny: a test reads any property of what came back
): Promise<any[]> {
	const items = [];
	let next: Record<string, string> = query;
	for (;;) {
		const { status, body } = await checkPage(world, runId, next);
		expect({ status, body }).toMatchObject({ status: 200 });
		items.push(...body.data.items);
		if (body.data.nextCursor === null) break;
		next = { ...query, cursor: body.data.nextCursor };
	}
	return items.sort((one, other) => one.position - other.position);
}
