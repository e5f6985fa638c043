import { inject } from "vitest";
import type { Key } from "../../../shared/dynamodb/keys.ts";
import type { Item } from "../../../shared/dynamodb/reads/batch-get.ts";
import { connectTable, type Table } from "../../../shared/dynamodb/table.ts";
import { batchPut } from "../../../shared/dynamodb/writes/batch-put.ts";
import { localConnection } from "../../../tools/local/local-connection.ts";
import {
	findHeldAt,
	holdStage,
	releaseStage,
} from "../../../tools/operator/organizations/hold-stage.ts";
import { unsigned } from "../../support/aws-gateway/in-process.ts";
import { countedIds } from "../../support/counted-ids.ts";
import { tableContents } from "../../support/table-contents.ts";
import { openWorld, type World } from "../../support/world.ts";
import { auditedWorld } from "../audited.ts";
import { releasedRuns } from "../invariants/runs-as-reported.ts";
import { expectInvariants, othersOf } from "../invariants.ts";
import { organization, otherOrganization } from "../organization.ts";
import { readRecords } from "../records.ts";
import {
	payTheRest,
	payTheRestOfRuns,
	raiseTheRest,
	runDry,
} from "../recover.ts";
import { nothingReported, type Reported } from "../reported.ts";
import { checkedAct, type Scenario } from "../scenario.ts";
import { scannedOnce } from "../snapshot.ts";
import { type Summary, summarize } from "../summarize.ts";
import { User } from "../user.ts";
import { type PlannedFault, startFaultyProcess } from "./faulty-process.ts";
import { type ReportedOutcome, toReportedOutcome } from "./reported-outcome.ts";
import type { SeenCall } from "./seen-call.ts";

export interface ScenarioRun {
	/** The AWS calls of `act`. */
	calls: readonly SeenCall[];
	/** Those of what the user did next; none if `act` had no fault. */
	callsAgain: readonly SeenCall[];
	/** The planned faults that no call had. */
	missed: readonly PlannedFault[];
	/** What was reported to `act`; null: nothing, since its process died or it threw. */
	reported: ReportedOutcome | null;
	/** The records before `act`, of a run without faults: it is the same in each. */
	before: Summary | null;
	/** The records after `act`, and in the end. */
	afterAct: Summary;
	summary: Summary;
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
	scenario: Scenario,
	faults: ScenarioFaults = {},
): Promise<ScenarioRun> {
	const { prepare, act, again = act } = scenario;
	await using world = await openWorld({ newId: countedIds() });
	world.skipPauses();
	const table = withoutGateway(world);
	const reported = nothingReported();
	const user = newUser(world, reported);
	const items = await importedItems();
	await user.note({ kind: "import", file: organization() }, () =>
		// Unchecked cast: each item has a key.
		batchPut(table, items as (Item & Key)[]),
	);
	const state = await prepare?.(user);
	const others = othersOf(items);

	const audited = { ...auditedWorld(world, reported, others), table };
	const readNow = async () =>
		readRecords({ ...audited, table: await scannedOnce(table) });
	const before = faults.act ? null : summarize(await readNow());

	/** Runs a part in a process of its own. What it throws does not matter if the process had a fault. */
	const attempt = async (
		part: NonNullable<Scenario["again"]>,
		planned?: readonly PlannedFault[],
	) => {
		const process = startFaultyProcess(world, planned);
		const user = new User(world, process, reported);
		const [outcome] = await Promise.allSettled([part(user, state)]);
		if (process.hits() === 0 && outcome.status === "rejected")
			throw outcome.reason;
		return { process, reported: toReportedOutcome(user, outcome) };
	};
	const { process: first, reported: reportedFirst } = await attempt(
		faults.act ? act : checkedAct(scenario),
		faults.act,
	);
	const isDisturbed = first.hits() > 0;
	const afterAct = isDisturbed
		? // Before anything is repeated: what was reported must be there already.
			await whileServed(table, () =>
				expectInvariants(audited, { isWorkLeft: true }),
			)
		: await readNow();
	const next = isDisturbed
		? (await attempt(again, faults.again)).process
		: null;
	if (next && next.hits() > 0) await attempt(again);

	await runDry(world);
	await payTheRestOfRuns(user, releasedRuns(await readNow(), reported));
	await payTheRest(user, reported);
	await raiseTheRest(user, reported);
	const atTheEnd = await expectInvariants(audited);
	return {
		calls: first.calls,
		callsAgain: next?.calls ?? [],
		missed: [...first.missed(), ...(next?.missed() ?? faults.again ?? [])],
		reported: reportedFirst,
		before,
		afterAct: summarize(afterAct),
		summary: summarize(atTheEnd),
	};
}

const newUser = (world: World, reported: Reported) =>
	new User(world, startFaultyProcess(world), reported);

/** The checks ask the service, which answers nobody while the operator holds the stage: the hold waits for them. */
async function whileServed<Result>(
	table: Table,
	check: () => Promise<Result>,
): Promise<Result> {
	const heldAt = await findHeldAt(table);
	if (heldAt !== null) await releaseStage(table, heldAt);
	const result = await check();
	if (heldAt !== null) await holdStage(table, heldAt);
	return result;
}

/** The table as the test itself reads it, which needs neither faults nor roles: one client for all runs. */
function withoutGateway({ table: { name } }: World): Table {
	const connection = {
		...localConnection(inject("dynamodbUrl")),
		signer: unsigned("local"),
	};
	engine ??= connectTable({ name, ...connection });
	return { ...engine, name };
}

let engine: Table | undefined;

/** Returns the items of both organizations. Every run begins with the same items, so only the first one imports them. */
function importedItems(): Promise<Item[]> {
	imported ??= importOnce();
	return imported;
}

let imported: Promise<Item[]> | undefined;

async function importOnce(): Promise<Item[]> {
	await using world = await openWorld();
	await world.import(organization());
	await world.import(otherOrganization());
	return [...(await tableContents(world)).values()];
}
