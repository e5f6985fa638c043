import { expect } from "vitest";
import type { Item } from "../../../shared/store/dynamodb/batch-get.ts";
import { tableContents } from "../../support/table-contents.ts";
import { openWorld, type World } from "../../support/world.ts";
import { readBooks } from "../books.ts";
import { expectInvariants, othersOf } from "../invariants.ts";
import { organization, otherOrganization } from "../organization.ts";
import { payTheRest, raiseTheRest, runDry } from "../recover.ts";
import type { Scenario } from "../scenario.ts";
import { summarize } from "../summarize.ts";
import { nothingTold, type Told } from "../told.ts";
import { User } from "../user.ts";
import { type PlannedFault, startFaultyProcess } from "./faulty-process.ts";

export interface ScenarioRun {
	/** The AWS calls of `act`, by their operations. */
	operations: readonly string[];
	/** Number of calls that had the fault. */
	hits: number;
	/** The books in the end. */
	summary: ReturnType<typeof summarize>;
}

/**
 * Runs a scenario with a fault, or without one; then does what its user would do next, lets workers and sweeper finish,
 * pays what was left open, and checks the invariants.
 */
export async function runScenario(
	{ prepare, act, again = act }: Scenario,
	fault?: PlannedFault,
): Promise<ScenarioRun> {
	await using world = await openWorld();
	world.skipPauses();
	await world.import(organization());
	await world.import(otherOrganization());
	const told = nothingTold();
	const state = await prepare?.(newUser(world, told));
	const others = await readOthers(world);

	const process = startFaultyProcess(world, fault);
	const [outcome] = await Promise.allSettled([
		act(new User(world, process, told), state),
	]);
	const hits = process.hits();
	if (hits === 0) expect(outcome.status).toBe("fulfilled");
	else await again(newUser(world, told), state);

	await runDry(world);
	const user = newUser(world, told);
	await payTheRest(user, told);
	await raiseTheRest(user, told);
	await expectInvariants(world, told, others);
	return {
		operations: process.operations,
		hits,
		summary: summarize(await readBooks(world)),
	};
}

const newUser = (world: World, told: Told) =>
	new User(world, startFaultyProcess(world), told);

const readOthers = async (world: World): Promise<Item[]> =>
	othersOf([...(await tableContents(world)).values()]);
