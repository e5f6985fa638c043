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
import {
	type PlannedFault,
	type Process,
	startFaultyProcess,
} from "./faulty-process.ts";

export interface ScenarioRun {
	/** The AWS calls of `act`, by their operations. */
	operations: readonly string[];
	/** Those of what the user did next; none if `act` had no fault. */
	operationsAgain: readonly string[];
	/** Number of calls that had a fault. */
	hits: number;
	/** The books in the end. */
	summary: ReturnType<typeof summarize>;
}

/** The faults of `act`, and of what the user does after it. */
export interface ScenarioFaults {
	act?: readonly PlannedFault[];
	again?: readonly PlannedFault[];
}

/**
 * Runs a scenario with faults, or without; then does what its user would do next, lets workers and sweeper finish, pays
 * what was left open, and checks the invariants.
 */
export async function runScenario(
	{ prepare, act, again = act }: Scenario,
	faults: ScenarioFaults = {},
): Promise<ScenarioRun> {
	await using world = await openWorld();
	world.skipPauses();
	await world.import(organization());
	await world.import(otherOrganization());
	const told = nothingTold();
	const state = await prepare?.(newUser(world, told));
	const others = await readOthers(world);

	/** Runs a part in a process of its own. What it throws does not matter if the process had a fault. */
	const attempt = async (
		part: NonNullable<Scenario["again"]>,
		planned?: readonly PlannedFault[],
	): Promise<Process> => {
		const process = startFaultyProcess(world, planned);
		const [outcome] = await Promise.allSettled([
			part(new User(world, process, told), state),
		]);
		if (process.hits() === 0 && outcome.status === "rejected")
			throw outcome.reason;
		return process;
	};
	const first = await attempt(act, faults.act);
	const next = first.hits() > 0 ? await attempt(again, faults.again) : null;
	if (next && next.hits() > 0) await attempt(again);

	await runDry(world);
	const user = newUser(world, told);
	await payTheRest(user, told);
	await raiseTheRest(user, told);
	await expectInvariants(world, told, others);
	return {
		operations: first.operations,
		operationsAgain: next?.operations ?? [],
		hits: first.hits() + (next?.hits() ?? 0),
		summary: summarize(await readBooks(world)),
	};
}

const newUser = (world: World, told: Told) =>
	new User(world, startFaultyProcess(world), told);

const readOthers = async (world: World): Promise<Item[]> =>
	othersOf([...(await tableContents(world)).values()]);
