import { expect } from "vitest";
import { tearTransactions } from "../../support/aws-gateway/faults/torn-transactions.ts";
import {
	type ServiceProcess,
	startProcess,
} from "../../support/service-process.ts";
import { openWorld, type World } from "../../support/world.ts";

/** One transaction of the service, and all that it can get into while only part of it is visible. */
export interface TornFamily<State = unknown, Reported = unknown> {
	name: string;
	/** How many items the transaction writes or checks. */
	items: number;
	/** How many transactions come before it. */
	skip?: number;
	prepare(world: World): Promise<State>;
	/** Makes the transaction. */
	act(world: World, process: ServiceProcess, state: State): Promise<Reported>;
	/** What others may do meanwhile. */
	rivals: Record<string, (world: World, state: State) => Promise<unknown>>;
	/** What must hold in the end. */
	check(world: World, state: State, reported: Reported): Promise<unknown>;
}

/** Lets the compiler tell what a family's parts hand on, and forgets it. */
export const family = <State, Reported>(parts: TornFamily<State, Reported>) =>
	// `runTorn` hands a family's own state and answer back to it, and to no other.
	parts as unknown as TornFamily;

export interface Tear {
	/** Which items stay hidden: `shown` shows a single one, else a single one is hidden. */
	item: number;
	isShown: boolean;
	rival: string;
	isAnswered: boolean;
	tornReads: number;
}

/** Every item of the family's transaction, alone hidden and alone visible. */
export const everyItem = ({ items }: TornFamily) =>
	[false, true].flatMap((isShown) =>
		Array.from({ length: items }, (_, item) => ({ item, isShown })),
	);

/** Everything combined with everything. */
export const everyTear = (family: TornFamily): Tear[] =>
	everyItem(family).flatMap((at) =>
		Object.keys(family.rivals).flatMap((rival) =>
			[true, false].flatMap((isAnswered) =>
				[1, 3].map((tornReads) => ({ ...at, rival, isAnswered, tornReads })),
			),
		),
	);

export async function runTorn(
	{ skip = 0, prepare, act, rivals, check }: TornFamily,
	{ item, isShown, rival, isAnswered, tornReads }: Tear,
) {
	await using world = await openWorld();
	const state = await prepare(world);
	const process = startProcess(world);
	const tear = tearTransactions(world.gateway.faults, {
		accessKeyId: process.accessKeyId,
		skip,
		times: 1,
		isHidden: (index) => (index === item) !== isShown,
		meanwhile: () => rivals[rival]?.(world, state),
		isAnswered,
		tornReads,
		// What a test looks up itself is not part of the service.
		isReader: (accessKeyId) => accessKeyId !== "test",
	});
	const reported = await act(world, process, state);
	expect(tear.hits).toBe(1);
	tear.remove();
	await check(world, state, reported);
}
