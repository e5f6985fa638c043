import { expect } from "vitest";
import { CommandError } from "../../../tools/operator/command-error.ts";
import { OrganizationFileError } from "../../../tools/organization-files/organization-file-error.ts";
import {
	type HeldBack,
	heldBack,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Answer, World } from "../../support/world.ts";
import { faultKinds } from "../faults/fault-kinds.ts";
import {
	type PlannedFault,
	startFaultyProcess,
} from "../faults/faulty-process.ts";
import type { Reported } from "../reported.ts";
import { User } from "../user.ts";
import { act } from "./act.ts";
import type { Known } from "./known.ts";
import type { Before } from "./model/before.ts";
import {
	expectAsModelled,
	expectRefusedAsModelled,
} from "./model/expect-as-modelled.ts";
import { toModel } from "./model/model.ts";
import { landsLate, type Step } from "./step.ts";
import { transitedRequest } from "./transited-request.ts";

export interface Circumstances {
	world: World;
	reported: Reported;
	known: Known;
	/** Present when nothing else happens at the same time: the model knows what the step leads to. */
	before: Before | undefined;
	/** Calls that take effect later than they should. */
	late: HeldBack[];
	key: string;
}

/**
 * Takes a step over a process of its own, and checks what it leads to.
 *
 * @returns What there is afterwards; undefined: that was not looked at.
 */
export async function takeStep(
	{ action, fault, delays }: Step,
	{ world, reported, known, before, late, key }: Circumstances,
): Promise<Before | undefined> {
	const process = startFaultyProcess(world, planned(fault, late), delays);
	const user = new User(world, process, reported);
	const modelled = before && toModel(before, action, known);
	const decided =
		action.kind === "decideElsewhere" && transitedRequest(action, known);
	const [outcome] = await Promise.allSettled([act(user, action, known, key)]);
	const isDisturbed = process.hits() > 0;
	const model = isDisturbed ? undefined : modelled;
	if (action.kind === "import") {
		const isRefused = outcome.status === "rejected";
		if (!model) known.imported.note(action.change, "UNKNOWN");
		else if (!isRefused) known.imported.note(action.change, "IMPORTED");
	}
	if (action.kind === "decideElsewhere" && decided) {
		if (!model) known.decidedElsewhere.set(decided, "UNKNOWN");
		else if (outcome.status === "fulfilled")
			known.decidedElsewhere.set(decided, action.state);
	}
	// Which of them ended last is not known.
	if (action.kind === "importTogether")
		for (const change of action.changes) known.imported.note(change, "UNKNOWN");
	if (outcome.status === "rejected") {
		if (!isDisturbed || isAssertion(outcome.reason))
			expectRefusal(outcome.reason);
		return model && expectRefusedAsModelled(world, model);
	}
	if (process.isDead()) return undefined;
	const answers = outcome.value;
	for (const answer of answers) {
		known.note(action, answer);
		if (isDisturbed) continue;
		// Without a fault of its own, no request fails because of others.
		expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
		if (action.kind === "trespass") expectUnknownCaller(answer);
	}
	return model && expectAsModelled(world, model, answers);
}

/** The operations that have an effect. */
const writes = [
	"BatchExecuteStatement",
	"BatchWriteItem",
	"DeleteItem",
	"PutItem",
	"TransactWriteItems",
	"UpdateItem",
];

function planned(fault: Step["fault"], late: HeldBack[]): PlannedFault[] {
	if (fault?.name === landsLate) {
		const held = heldBack();
		late.push(held);
		const kind = { name: landsLate, operations: writes, effect: held.effect };
		return [{ ...fault, kind }];
	}
	const kind = faultKinds.find(({ name }) => name === fault?.name);
	return fault && kind ? [{ ...fault, kind }] : [];
}

function expectUnknownCaller({ status, body }: Answer) {
	if (status === 422) expect(body.message).toBe("NOT_FOUND");
	else expect(status).toBe(404);
}

const isAssertion = (error: unknown) =>
	error instanceof Error && error.name === "AssertionError";

/** A command may refuse what does not fit the records: never anything else. */
export function expectRefusal(error: unknown) {
	if (error instanceof CommandError) return;
	if (error instanceof OrganizationFileError) return;
	throw error;
}
