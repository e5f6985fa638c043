import { expect } from "vitest";
import { releaseBatches } from "../../../tools/operator/batches/hold-batches.ts";
import type { HeldBack } from "../../support/aws-gateway/faults/effects.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { tableContents } from "../../support/table-contents.ts";
import { openWorld } from "../../support/world.ts";
import { auditedWorld } from "../audited.ts";
import { startFaultyProcess } from "../faults/faulty-process.ts";
import { releasedRuns } from "../invariants/runs-as-reported.ts";
import { expectInvariants, othersOf } from "../invariants.ts";
import {
	organization,
	organizationId,
	otherOrganization,
} from "../organization.ts";
import { readRecords } from "../records.ts";
import {
	payTheRest,
	payTheRestOfRuns,
	raiseTheRest,
	runDry,
} from "../recover.ts";
import { nothingReported, type Reported } from "../reported.ts";
import { User } from "../user.ts";
import { Known } from "./known.ts";
import { expectListed } from "./listed-records.ts";
import { type Before, readBefore } from "./model/before.ts";
import { isRepeated } from "./repeated.ts";
import type { Action, History } from "./step.ts";
import { type Circumstances, expectRefusal, takeStep } from "./take-step.ts";

/** Runs a history in a world of its own, recovers as clients, workers and sweeper would, and checks what must hold. */
export async function runHistory(history: History) {
	await using world = await openWorld();
	world.skipPauses();
	const reported = nothingReported();
	await new User(world, startFaultyProcess(world), reported).import(
		organization(),
	);
	await world.import(otherOrganization());
	const others = othersOf([...(await tableContents(world)).values()]);
	const known = new Known(reported);
	const late: HeldBack[] = [];
	const all = { world, reported, known, late };
	await prepare({ ...all, before: undefined, key: "first" });

	let after: Before | undefined;
	for (const [index, { seconds, steps }] of history.entries()) {
		passSeconds(world, seconds);
		const isAlone = steps.length === 1;
		const before = isAlone ? await readBefore(world, after) : undefined;
		const outcomes = await Promise.all(
			steps.map((step, position) =>
				takeStep(step, { ...all, before, key: `k-${index}-${position}` }),
			),
		);
		after = outcomes.at(0);
		for (const held of late.splice(0)) await held.land();
	}

	await releaseBatches(world.table, organizationId).catch(expectRefusal);
	await runDry(world);
	const user = new User(world, startFaultyProcess(world), reported);
	const released = releasedRuns(await readRecords(world), reported);
	await payTheRestOfRuns(user, released);
	await payTheRest(user, reported);
	await raiseTheRest(user, reported);
	await expectInvariants(auditedWorld(world, reported, others));
	const records = await readRecords(world);
	known.expectIn(records);
	await expectListed(world, records);
	expectCarriedOutOnce(reported);
}

/** A draft of each kind, so that patches find one. */
async function prepare(circumstances: Circumstances) {
	const invoice = { vendorId: "v-1", invoiceNumber: "N-1", amount: 100 };
	const actions: Action[] = [
		{ kind: "createOrder", isComplete: false },
		{ kind: "createInvoices", invoices: [{ ...invoice, state: "DRAFTED" }] },
	];
	for (const action of actions)
		await takeStep({ action, fault: null, delays: [] }, circumstances);
}

/** At most one request under a key is carried out. */
function expectCarriedOutOnce({ payments, advances }: Reported) {
	for (const [key, { answers }] of [...payments, ...advances]) {
		const carriedOut = answers.filter(
			(answer) => answer.status < 500 && !isRepeated(answer),
		);
		expect(carriedOut.length, key).toBeLessThanOrEqual(1);
	}
}
