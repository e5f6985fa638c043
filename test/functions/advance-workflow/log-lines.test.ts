import { beforeEach, describe, expect, it } from "vitest";
import {
	decideByLink,
	tokenOf,
	withMails,
} from "../../support/approval-page.ts";
import {
	before as doBefore,
	loseAnswer,
} from "../../support/aws-gateway/faults/effects.ts";
import { logged } from "../../support/logged.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	acmeWithStages,
	cancel,
	changeApprover,
	decide,
	giveBack,
	raised,
	resubmit,
} from "./workflow.ts";

const world = useWorld(() => {
	const file = acmeWithStages([{ approvers: ["u-1"] }]);
	for (const user of file.users ?? []) user.email = `${user.id}@acme.example`;
	return file;
});
let id: string;
let before: number;
beforeEach(async () => {
	await withMails(world, async () => {
		id = await raised(world);
	});
	passSeconds(world, 90);
	before = world.metrics.length;
});

const lastLine = () => logged(world, "Request").at(-1);
const emitted = () =>
	world.metrics
		.slice(before)
		.filter(
			({ values }) => "Transitions" in values || "ApprovalSeconds" in values,
		);

describe.each([
	["decide-approval", () => decide(world, id, "u-1")],
	[
		"decide-from-mail",
		() => decideByLink(world, tokenOf(world, "u-1"), { decision: "APPROVE" }),
	],
])("operations: %s", (operation, approve) => {
	it("has its outcome in its line; the metrics have how long the approval was open", async () => {
		expect((await approve()).status).toBe(200);
		expect(lastLine()).toMatchObject({
			...{ operation, organization: "acme", user: "u-1" },
			results: { APPROVED: 1, COMPLETED: 1 },
		});
		expect(emitted()).toEqual([
			{ values: { Transitions: 1 }, dimension: { action: "APPROVED" } },
			{ values: { Transitions: 1 }, dimension: { action: "COMPLETED" } },
			expect.objectContaining({
				values: { ApprovalSeconds: 90, RequestSeconds: 90 },
			}),
		]);
	});

	it("does not count a repeated decision", async () => {
		await decide(world, id, "u-1");
		before = world.metrics.length;
		expect((await approve()).status).toBe(200);
		expect(lastLine()).toMatchObject({ operation });
		expect(lastLine()).not.toHaveProperty("results");
		expect(emitted()).toEqual([]);
	});

	it("does not count a transition that another request makes before its write", async () => {
		world.skipPauses();
		const fault = world.addFault({
			operation: "TransactWriteItems",
			times: 1,
			effect: doBefore(() => decide(world, id, "u-1")),
		});
		expect((await approve()).status).toBe(200);
		expect(fault.hits).toBe(1);
		expect(lastLine()).toMatchObject({ operation });
		expect(lastLine()).not.toHaveProperty("results");
		expect(emitted()).toHaveLength(3);
	});

	it("whose write was not answered is counted once, and its outcome once as settled", async () => {
		world.skipPauses();
		world.addFault({
			operation: "TransactWriteItems",
			times: 1,
			effect: loseAnswer(),
		});
		expect((await approve()).status).toBe(200);
		expect(lastLine()).toMatchObject({
			results: { APPROVED: 1, COMPLETED: 1 },
		});
		expect(emitted()).toHaveLength(3);
		expect(world.metrics.slice(before)).toContainEqual({
			values: { OutcomesSettled: 1 },
			dimension: { operation },
		});
	});
});

it("logs and metrics: how long a request waited is counted from its latest submission, when a decision ends the round", async () => {
	await decide(world, id, "u-1", { body: giveBack });
	expect(waited()).toEqual([{ ApprovalSeconds: 90, RequestSeconds: 90 }]);
	await resubmit(world, id);
	const added = { to: "u-2", round: 2 };
	await changeApprover(world, id, { body: added, ifMatch: 3 });
	passSeconds(world, 300);
	const again = { from: "u-1", to: "u-1", round: 2 };
	const asked = await changeApprover(world, id, { body: again, ifMatch: 4 });
	expect(asked.status).toBe(200);
	await decide(world, id, "u-1", { body: { round: 2 } });
	passSeconds(world, 30);
	await decide(world, id, "u-2", { body: { round: 2 } });
	expect(waited()).toEqual([
		{ ApprovalSeconds: 90, RequestSeconds: 90 },
		{ ApprovalSeconds: 300 },
		{ ApprovalSeconds: 330, RequestSeconds: 330 },
	]);
});

const waited = () =>
	emitted().flatMap(({ values }) =>
		"ApprovalSeconds" in values ? [values] : [],
	);

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
