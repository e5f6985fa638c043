import { expect } from "vitest";
import { releaseBatches } from "../../../operator/batches/hold-batches.ts";
import { CommandError } from "../../../operator/command-error.ts";
import { OrganizationFileError } from "../../../organization-files/organization-file-error.ts";
import { batchGet } from "../../../shared/store/dynamodb/batch-get.ts";
import { batchGuardKey } from "../../../shared/store/keys.ts";
import { passSeconds } from "../../support/batches.ts";
import { tableContents } from "../../support/table-contents.ts";
import { openWorld, type World } from "../../support/world.ts";
import { readBooks } from "../books.ts";
import { faultKinds } from "../faults/fault-kinds.ts";
import {
	type PlannedFault,
	startFaultyProcess,
} from "../faults/faulty-process.ts";
import { expectInvariants, othersOf } from "../invariants.ts";
import {
	organization,
	organizationId,
	otherOrganization,
} from "../organization.ts";
import { payTheRest, raiseTheRest, runDry } from "../recover.ts";
import { nothingTold, type Told } from "../told.ts";
import { User } from "../user.ts";
import { act } from "./act.ts";
import { type Before, expectedAnswer } from "./expected-answer.ts";
import { Known } from "./known.ts";
import { expectListed } from "./listed-records.ts";
import type { Action, History, Step } from "./step.ts";

/** Runs a history in a world of its own, recovers as clients, workers and sweeper would, and checks what must hold. */
export async function runHistory(history: History) {
	await using world = await openWorld();
	world.skipPauses();
	await world.import(organization());
	await world.import(otherOrganization());
	const others = othersOf([...(await tableContents(world)).values()]);
	const told = nothingTold();
	const known = new Known();
	await prepare({ world, told, known, before: undefined, key: "first" });

	for (const [index, { seconds, steps }] of history.entries()) {
		passSeconds(world, seconds);
		const isAlone = steps.length === 1;
		const before = isAlone ? await readBefore(world) : undefined;
		await Promise.all(
			steps.map((step, position) =>
				take(step, {
					world,
					told,
					known,
					before,
					key: `k-${index}-${position}`,
				}),
			),
		);
	}

	await releaseBatches(world.table, organizationId).catch(expectRefusal);
	await runDry(world);
	const user = new User(world, startFaultyProcess(world), told);
	await payTheRest(user, told);
	await raiseTheRest(user, told);
	await expectInvariants(world, told, others);
	const books = await readBooks(world);
	known.expectIn(books);
	await expectListed(world, books);
	expectCarriedOutOnce(told);
}

/** A draft of each kind, so that patches find one. */
async function prepare(circumstances: Circumstances) {
	const invoice = { vendorId: "v-1", invoiceNumber: "N-1", amount: 100 };
	const actions: Action[] = [
		{ kind: "createOrder", isComplete: false },
		{ kind: "createInvoices", invoices: [{ ...invoice, state: "DRAFTED" }] },
	];
	for (const action of actions)
		await take({ action, fault: null, delays: [] }, circumstances);
}

interface Circumstances {
	world: World;
	told: Told;
	known: Known;
	/** Present when nothing else happens. */
	before: Before | undefined;
	key: string;
}

async function take(
	{ action, fault, delays }: Step,
	{ world, told, known, before, key }: Circumstances,
) {
	const process = startFaultyProcess(world, planned(fault), delays);
	const user = new User(world, process, told);
	const [outcome] = await Promise.allSettled([act(user, action, known, key)]);
	const isDisturbed = process.hits() > 0;
	if (outcome.status === "rejected") {
		if (!isDisturbed) expectRefusal(outcome.reason);
		return;
	}
	if (process.isDead()) return;
	for (const answer of outcome.value) {
		known.note(action, answer);
		if (isDisturbed) continue;
		// Without a fault of its own, no request fails, whatever happens to others.
		expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
		if (action.kind === "trespass") expectStranger(answer);
		const expected = before && expectedAnswer(before, action);
		if (expected && !isRepeated(answer)) expect(answer).toMatchObject(expected);
	}
}

function planned(fault: Step["fault"]): PlannedFault[] {
	const kind = faultKinds.find(({ name }) => name === fault?.name);
	return fault && kind ? [{ ...fault, kind }] : [];
}

async function readBefore(world: World): Promise<Before> {
	const [guard] = await batchGet(world.table, [batchGuardKey(organizationId)]);
	const books = await readBooks(world);
	return { books, hasGuard: guard !== undefined, now: world.time.now };
}

/** The 409 of a repeated idempotency key, which has no code. */
const isRepeated = ({
	status,
	body,
}: {
	status: number;
	body: { error?: unknown };
}) => status === 409 && typeof body.error === "string";

function expectStranger({
	status,
	body,
}: {
	status: number;
	body: { message?: string };
}) {
	if (status === 422) expect(body.message).toBe("NOT_FOUND");
	else expect(status).toBe(404);
}

/** A command may refuse what does not fit the books: never anything else. */
function expectRefusal(error: unknown) {
	if (error instanceof CommandError) return;
	if (error instanceof OrganizationFileError) return;
	throw error;
}

/** Of all requests under one key, one is carried out at most. */
function expectCarriedOutOnce({ payments, advances }: Told) {
	for (const [key, { answers }] of [...payments, ...advances]) {
		const carriedOut = answers.filter(
			(answer) => answer.status < 500 && !isRepeated(answer),
		);
		expect(carriedOut.length, key).toBeLessThanOrEqual(1);
	}
}
