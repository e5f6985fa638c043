import { expect } from "vitest";
import { mixedResources } from "../../../support/mixed-batch.ts";
import { passSeconds } from "../../../support/pass-time.ts";
import { type Scenario, scenario } from "../../scenario.ts";
import type { User } from "../../user.ts";
import { runCommand } from "../run-command.ts";
import { deadLettersOf } from "./dead-letter-queue.ts";

/** A batch on whose chunks the workers failed too often. */
async function startDeadBatch(user: User) {
	await user.pay("k", mixedResources);
	deadLettersOf(user.world).add(user.world.queue.take());
}

/** Longer than a message that was received stays out of sight. */
const visibilitySeconds = 60;

const runAfterTimeout = (name: string) => async (user: User) => {
	passSeconds(user.world, visibilitySeconds);
	await runCommand(user, name, []);
};

/** The commands for the messages on which the workers failed too often. */
export const deadLetterScenarios: Scenario[] = [
	scenario({
		name: "an operator runs dlq list",
		prepare: startDeadBatch,
		act: (user) => runCommand(user, "dlq list", []),
		expected(printed) {
			const entry = { orgId: "acme", batchStatus: "PENDING" };
			expect(JSON.parse(printed)).toMatchObject([entry, entry]);
		},
		again: runAfterTimeout("dlq list"),
	}),
	scenario({
		name: "an operator runs dlq redrive",
		prepare: startDeadBatch,
		act: (user) => runCommand(user, "dlq redrive", []),
		expected(printed, { world }) {
			expect(JSON.parse(printed)).toEqual({ redriven: 2 });
			expect(deadLettersOf(world).count).toBe(0);
			expect(world.queue.bodies).toHaveLength(4);
		},
		async again(user) {
			await runAfterTimeout("dlq redrive")(user);
			expect(deadLettersOf(user.world).count).toBe(0);
		},
	}),
];
