import { expect } from "vitest";
import type { Answer, World } from "../../../support/world.ts";
import { isRepeated } from "../repeated.ts";
import { type Before, readBefore } from "./before.ts";
import type { Expected } from "./expected.ts";
import type { Model } from "./model.ts";
import { type Changes, changedView, viewOf } from "./view.ts";

/** The answers and the records are as the model says. */
export async function expectAsModelled(
	world: World,
	{ before, expected }: Model,
	answers: readonly Answer[],
): Promise<Before> {
	const { answer, isRefused = false, changes } = expected;
	expect(isRefused, "the command is not refused").toBe(false);
	let data: Answer["body"] = {};
	if (answer) {
		// The second request of two under one key is refused: whose it is, no one knows.
		const carriedOut = answers.filter((one) => !isRepeated(one));
		const { status, body = {}, check } = answer;
		expect(carriedOut).toMatchObject([{ status, body }]);
		data = carriedOut[0]?.body.data;
		check?.(data);
	}
	const alternatives = expected.oneOf?.() ?? [changes?.(data) ?? {}];
	return expectChanged(world, before, expected, alternatives);
}

/** The command is refused because the model says so, and nothing changes. */
export async function expectRefusedAsModelled(
	world: World,
	{ before, expected }: Model,
): Promise<Before> {
	const { isRefused = true } = expected;
	expect(isRefused, "the command is refused").toBe(true);
	return expectChanged(world, before, { leavesOpen: [] }, [{}]);
}

/** @param alternatives What may have changed: one of them has. */
async function expectChanged(
	world: World,
	before: Before,
	{ leavesOpen = [] }: Expected,
	alternatives: readonly Changes[],
) {
	const after = await readBefore(world);
	const view = viewOf(after);
	const expected = alternatives.map((changes) => ({
		...changedView(viewOf(before), changes),
		...Object.fromEntries(leavesOpen.map((part) => [part, view[part]])),
	}));
	const [only] = expected;
	if (expected.length === 1) expect(view).toEqual(only);
	else expect(expected).toContainEqual(view);
	return after;
}
