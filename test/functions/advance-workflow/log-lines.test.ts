import { beforeEach, expect, it } from "vitest";
import { logged } from "../../support/logged.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	acmeWithStages,
	cancel,
	changeApprover,
	decide,
	giveBack,
	raised,
} from "./workflow.ts";

const world = useWorld(() => acmeWithStages([{ approvers: ["u-1"] }]));
let id: string;
let before: number;
beforeEach(async () => {
	id = await raised(world);
	world.time.now = new Date(world.time.now.getTime() + 90_000);
	before = world.metrics.length;
});

const lastLine = () => logged(world, "Request").at(-1);
const emitted = () =>
	world.metrics
		.slice(before)
		.filter(
			({ values }) => "Transitions" in values || "ApprovalSeconds" in values,
		);

it("operations: a decision's line has its outcome; the metrics have how long the approval was open", async () => {
	await decide(world, id, "u-1");
	expect(lastLine()).toMatchObject({
		operation: "decide-approval",
		results: { APPROVED: 1, COMPLETED: 1 },
	});
	expect(emitted()).toEqual([
		{ values: { Transitions: 1 }, dimension: { action: "APPROVED" } },
		{ values: { Transitions: 1 }, dimension: { action: "COMPLETED" } },
		expect.objectContaining({ values: { ApprovalSeconds: 90 } }),
	]);
});

it("operations: a repetition is no decision", async () => {
	await decide(world, id, "u-1", { body: giveBack });
	before = world.metrics.length;
	await decide(world, id, "u-1", { body: giveBack });
	expect(lastLine()?.results).toBeUndefined();
	expect(emitted()).toEqual([]);
});

it("operations: other transitions have a line and a count, and no time", async () => {
	await changeApprover(world, id, { body: { to: "u-2" } });
	expect(lastLine()).toMatchObject({ results: { APPROVER_CHANGED: 1 } });
	await cancel(world, id);
	expect(lastLine()).toMatchObject({ results: { CANCELLED: 1 } });
	expect(emitted()).toEqual([
		{ values: { Transitions: 1 }, dimension: { action: "APPROVER_CHANGED" } },
		{ values: { Transitions: 1 }, dimension: { action: "CANCELLED" } },
	]);
});
