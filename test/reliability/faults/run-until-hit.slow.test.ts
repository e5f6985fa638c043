import { expect, it } from "vitest";
import { scenarios } from "../scenarios/scenarios.ts";
import { faultKinds } from "./fault-kinds.ts";
import { runUntilHit } from "./run-until-hit.ts";

const [kind] = faultKinds;
const scenario = scenarios.find(({ name }) => name === "a vendor is created");
if (!kind || !scenario) throw new Error("No such fault or scenario");

const at = (call: number) => ({ kind, call, isLasting: false });

it("a fault that hits no call is an error", async () => {
	const run = runUntilHit(scenario, { act: [at(99)] }, 2);
	await expect(run).rejects.toThrow("No call had REFUSED@99 in 2 runs");
});

it("each fault of a pair has to hit a call", async () => {
	const sameProcess = runUntilHit(scenario, { act: [at(1), at(99)] }, 2);
	await expect(sameProcess).rejects.toThrow("No call had REFUSED@99");
	const retried = runUntilHit(scenario, { act: [at(1)], again: [at(98)] }, 2);
	await expect(retried).rejects.toThrow("No call had REFUSED@98");
	const untouched = runUntilHit(scenario, { act: [at(99)], again: [at(1)] }, 2);
	await expect(untouched).rejects.toThrow("REFUSED@99 and REFUSED@1 ");
});

it("a run whose faults hit is returned", async () => {
	const run = await runUntilHit(scenario, { act: [at(2)], again: [at(1)] });
	expect(run.callsAgain).not.toEqual([]);
});
