import { describe, expect, it } from "vitest";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import {
	acmeWithStages,
	actions,
	advance,
	cancel,
	decide,
	giveBack,
	history,
	inboxSize,
	order,
	raised,
	reject,
	resubmit,
	show,
	states,
} from "../../functions/advance-workflow/workflow.ts";
import { raisedAdvances } from "../../functions/vendor-advance/advances.ts";
import {
	before,
	drop,
	loseAnswer,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Fault } from "../../support/aws-gateway/faults/faults.ts";
import { tearTransactions } from "../../support/aws-gateway/faults/torn-transactions.ts";
import { startProcess } from "../../support/service-process.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { suspendedImport } from "./concurrent-imports.ts";

const world = useWorld(() =>
	acmeWithStages([{ approvers: ["u-1", "u-2"] }, { approvers: ["u-3"] }]),
);
type State = NonNullable<OrganizationFile["advances"]>[number]["state"];

const linked = { ...advance, purchaseOrderLinkId: "po-1" };

const fileWith = (id: string, state: State): OrganizationFile => ({
	org: { id: "acme" },
	advances: [{ id, vendorId: "v-1", state }],
});

const importState = (id: string, state: State) =>
	world.import(fileWith(id, state));

describe("A1: an organization file decides an advance that was raised over the API", () => {
	it.each([
		["APPROVED", "COMPLETED", { state: "ACTIVE" }],
		["REJECTED", "REJECTED", null],
		["PENDING_RESUBMISSION", "RETURNED", { state: "PENDING_RESUBMISSION" }],
		["CANCELLED", "CANCELLED", null],
	] as const)(
		"%s: approvals, inboxes, history (%s) and the order's link follow",
		async (state, action, link) => {
			const id = await raised(world, linked);
			await decide(world, id, "u-1");
			const { version } = await order(world);
			await importState(id, state);
			expect(await show(world, id)).toMatchObject({
				state,
				version: 3,
				updatedBy: null,
			});
			expect(await states(world, id)).toEqual([
				["APPROVED", "SKIPPED"],
				["SKIPPED"],
			]);
			expect(await inboxSize(world)).toBe(0);
			expect(await actions(world, id)).toEqual([
				"CREATED",
				"STAGE_OPENED 0",
				"APPROVED 0",
				action,
			]);
			const [latest] = await history(world, id);
			expect(latest).toMatchObject({
				by: null,
				note: null,
				changes: null,
				round: 1,
			});
			const after = await order(world);
			const isChanged = state !== "APPROVED";
			expect(after).toMatchObject({
				link: link && { advanceId: id, ...link },
				version: isChanged ? version + 1 : version,
			});
			if (isChanged) expect(after.updatedBy).toBeUndefined();
		},
	);

	it("one that waits for a resubmission becomes APPROVED, and its order's link active", async () => {
		const id = await raised(world, linked);
		await decide(world, id, "u-1", { body: giveBack });
		await importState(id, "APPROVED");
		expect(await order(world)).toMatchObject({
			link: { advanceId: id, state: "ACTIVE" },
		});
		expect(await actions(world, id)).toContain("COMPLETED");
		expect(await resubmit(world, id, { ifMatch: 3 })).toMatchObject({
			status: 409,
		});
	});

	it("one that it sends back can be resubmitted", async () => {
		const id = await raised(world, linked);
		await importState(id, "PENDING_RESUBMISSION");
		expect(await resubmit(world, id, { body: linked })).toMatchObject({
			status: 200,
			body: { data: { state: "PENDING", round: 2, version: 3 } },
		});
	});

	it.each([
		["of an order", linked],
		["without an order", advance],
	])(
		"the state that it has changes nothing, nor does the same entry after a later transition: one %s",
		async (_, body) => {
			const id = await raised(world, body);
			await importState(id, "APPROVED");
			await importState(id, "APPROVED");
			expect(await show(world, id)).toMatchObject({ version: 2 });
			await cancel(world, id);
			await importState(id, "APPROVED");
			expect(await show(world, id)).toMatchObject({ state: "CANCELLED" });
		},
	);

	it.each([
		["REJECTED", "APPROVED", "must be REJECTED, the final state"],
		["CANCELLED", "PENDING", "must be CANCELLED, the final state"],
		["APPROVED", "PENDING", "must NOT be PENDING"],
		["PENDING_RESUBMISSION", "PENDING", "must NOT be PENDING"],
	] as const)(
		"from %s to %s is an error of the file, and nothing is written",
		async (before, after, message) => {
			const id = await raised(world, linked);
			await importState(id, before);
			const contents = await tableContents(world);
			await expect(importState(id, after)).rejects.toThrow(
				`/advances/0/state ${message}`,
			);
			expect(await tableContents(world)).toEqual(contents);
		},
	);

	it("a decision that is made during the import counts, and the file is applied to its result", async () => {
		const id = await raised(world, linked);
		await suspendedImport(world, fileWith(id, "APPROVED"), async () => {
			await decide(world, id, "u-1", { body: giveBack });
		});
		expect(await actions(world, id)).toEqual([
			"CREATED",
			"STAGE_OPENED 0",
			"RETURNED 0",
			"COMPLETED",
		]);
		expect(await show(world, id)).toMatchObject({
			state: "APPROVED",
			version: 3,
		});
	});

	/** Acts between the reads of an import: by default, before it reads the request with its stages. */
	const betweenReads = (
		act: () => unknown,
		read: Pick<Fault, "operation" | "matches"> = { operation: "Query" },
	) =>
		world.gateway.faults.add({
			...read,
			accessKeyId: "test",
			times: 1,
			effect: before(act),
		});

	const orderRead = {
		operation: "BatchGetItem",
		matches: (body: unknown) => JSON.stringify(body).includes("#PO#po-1"),
	};

	it("a resubmission with another order that comes between the reads of the import frees that order", async () => {
		const id = await raised(world, linked);
		await decide(world, id, "u-1", { body: giveBack });
		const added = betweenReads(() => resubmit(world, id, { body: moved }));
		await importState(id, "REJECTED");
		expect(added.hits).toBe(1);
		expect(await show(world, id)).toMatchObject({
			...{ state: "REJECTED", round: 2, purchaseOrderLinkId: "po-2" },
		});
		expect(await order(world, "po-2")).toMatchObject({ link: null });
	});

	const moved = { ...advance, purchaseOrderLinkId: "po-2" };

	it.each([
		["cancellation", "APPROVED", (id) => cancel(world, id), null],
		[
			"resubmission with another order",
			"PENDING_RESUBMISSION",
			(id) => resubmit(world, id, { body: moved }),
			null,
		],
		[
			"return",
			"PENDING",
			(id) => decide(world, id, "u-1", { body: giveBack }),
			{ state: "PENDING_RESUBMISSION" },
		],
	] satisfies [string, State, (id: string) => unknown, object | null][])(
		"contract 2: a %s that comes between the reads of an import of an unchanged entry keeps its order's link",
		async (_, state, act, link) => {
			const id = await raised(world, linked);
			await importState(id, state);
			const added = betweenReads(() => act(id), orderRead);
			await importState(id, state);
			expect(added.hits).toBe(1);
			expect(await order(world)).toMatchObject({ link });
		},
	);

	it.each([
		["PENDING_RESUBMISSION", giveBack, "RETURNED 0"],
		["REJECTED", reject, "REJECTED 0"],
	] as const)(
		"a decision to the file's state that comes between the reads of the import is recorded once: %s",
		async (state, body, action) => {
			const id = await raised(world, linked);
			const added = betweenReads(() => decide(world, id, "u-1", { body }));
			await importState(id, state);
			expect(added.hits).toBe(1);
			expect(await show(world, id)).toMatchObject({ state, version: 2 });
			expect(await actions(world, id)).toEqual([
				...["CREATED", "STAGE_OPENED 0", action],
			]);
		},
	);

	it.each([
		["is lost", loseAnswer()],
		["never comes, nor has the write an effect", drop()],
	])(
		"the answer to its transaction %s: it is recorded once",
		async (_, effect) => {
			const id = await raised(world, linked);
			world.skipPauses();
			world.gateway.faults.add({
				operation: "ExecuteTransaction",
				times: 1,
				effect,
			});
			await importState(id, "REJECTED");
			expect(await show(world, id)).toMatchObject({ version: 2 });
			expect(await actions(world, id)).toHaveLength(3);
		},
	);

	it("an order's next advance of the same file gets the order that this one frees", async () => {
		const id = await raised(world, linked);
		await world.import({
			org: { id: "acme" },
			advances: [
				{ id, vendorId: "v-1", state: "REJECTED" },
				{
					id: "adv-1",
					vendorId: "v-1",
					state: "APPROVED",
					purchaseOrderLinkId: "po-1",
				},
			],
		});
		expect(await order(world)).toMatchObject({ link: { advanceId: "adv-1" } });
		expect(await inboxSize(world)).toBe(0);
	});

	it.each(["CANCELLED", "REJECTED"] as const)(
		"ADR 20: %s frees the order whose link is not visible yet",
		async (state) => {
			const process = startProcess(world);
			const tear = tearTransactions(world.gateway.faults, {
				accessKeyId: process.accessKeyId,
				// The request and two stages come before it.
				isHidden: (index) => index === 3,
				times: 1,
				meanwhile: async () => {
					const [id] = await raisedAdvances(world);
					await importState(`${id}`, state);
				},
			});
			const id = await raised(world, linked, { process });
			expect(tear.tornReads).toBe(1);
			expect(await show(world, id)).toMatchObject({ state });
			expect(await order(world)).toMatchObject({ link: null });
		},
	);
});

describe("R6: an advance of a file has a version", () => {
	it("each change of a file makes the next one", async () => {
		await importState("adv-1", "PENDING");
		expect(await show(world, "adv-1")).toMatchObject({ version: 1 });
		await importState("adv-1", "PENDING");
		expect(await show(world, "adv-1")).toMatchObject({ version: 1 });
		await importState("adv-1", "APPROVED");
		expect(await show(world, "adv-1")).toMatchObject({ version: 2 });
	});
});

describe("A1: limits of a policy", () => {
	const approvers = (count: number) =>
		Array.from({ length: count }, (_, index) => `u-${index}`);
	const policyFile = (stages: { approvers: string[] }[]): OrganizationFile => ({
		org: { id: "acme" },
		approvalPolicies: [{ name: "Large", default: true, stages }],
	});

	it("the largest policies that are allowed are imported, and advances are raised under them; an approver who is named twice counts once", async () => {
		const allowed = [...approvers(20), "u-0"];
		await world.import(
			policyFile(Array.from({ length: 10 }, () => ({ approvers: allowed }))),
		);
		expect((await states(world, await raised(world)))[9]).toHaveLength(20);
	});
});
