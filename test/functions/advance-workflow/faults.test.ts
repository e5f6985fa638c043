import { beforeEach, describe, expect, it } from "vitest";
import {
	conflict,
	drop,
	failBefore,
	landLate,
	loseAnswer,
	before as meanwhile,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import { tearTransactions } from "../../support/aws-gateway/faults/torn-transactions.ts";
import { callOutcomes } from "../../support/call-outcomes.ts";
import { logged } from "../../support/logged.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { serviceAccessKeyId } from "../../support/world.ts";
import {
	acmeWithStages,
	actions,
	advance,
	cancel,
	changeApprover,
	decide,
	giveBack,
	inboxSize,
	order,
	raised,
	reject,
	resubmit,
	show,
} from "./workflow.ts";

const world = useWorld(() =>
	acmeWithStages([{ approvers: ["u-1", "u-2"] }, { approvers: ["u-3"] }]),
);
const linked = { ...advance, purchaseOrderLinkId: "po-1" };
let id: string;
beforeEach(async () => {
	world.skipPauses();
	id = await raised(world, linked);
});

const approved = { body: { decision: "APPROVE" } };

/** Each transition with what it needs, and what must be there afterwards. */
const transitions = [
	[
		"a decision",
		async () => {},
		() => decide(world, id, "u-1", approved),
		{
			state: "PENDING",
			version: 2,
			inboxes: 1,
			link: "ACTIVE",
			last: "APPROVED 0",
		},
	],
	[
		"a decision that opens a stage",
		() => decide(world, id, "u-2"),
		() => decide(world, id, "u-1"),
		{
			state: "PENDING",
			version: 3,
			inboxes: 1,
			link: "ACTIVE",
			last: "STAGE_OPENED 1",
		},
	],
	[
		"a return",
		async () => {},
		() => decide(world, id, "u-1", { body: giveBack }),
		{
			state: "PENDING_RESUBMISSION",
			version: 2,
			inboxes: 0,
			link: "PENDING_RESUBMISSION",
			last: "RETURNED 0",
		},
	],
	[
		"a resubmission",
		() => decide(world, id, "u-1", { body: giveBack }),
		() => resubmit(world, id, { body: linked }),
		{
			state: "PENDING",
			version: 3,
			inboxes: 2,
			link: "ACTIVE",
			last: "STAGE_OPENED 0",
		},
	],
	[
		"a cancellation",
		async () => {},
		() => cancel(world, id),
		{
			state: "CANCELLED",
			version: 2,
			inboxes: 0,
			link: undefined,
			last: "CANCELLED",
		},
	],
	[
		"a change of an approver",
		async () => {},
		() => changeApprover(world, id, { body: { from: "u-1", to: "u-3" } }),
		{
			state: "PENDING",
			version: 2,
			inboxes: 2,
			link: "ACTIVE",
			last: "APPROVER_CHANGED 0",
		},
	],
] as const;

async function found() {
	const { state, version } = await show(world, id);
	const { link } = await order(world);
	return {
		...{ state, version, inboxes: await inboxSize(world) },
		link: (link as { state: string } | null)?.state,
		last: (await actions(world, id)).at(-1),
	};
}

describe.each(transitions)("A1: %s", (_, prepare, act, expected) => {
	beforeEach(async () => void (await prepare()));

	it.each([
		...callOutcomes,
		["a conflict with another transaction", conflict()] as const,
	])("takes effect once after %s", async (_, effect) => {
		const added = world.addFault({
			operation: "TransactWriteItems",
			effect,
			times: 1,
		});
		const answer = await act();
		expect(added.hits).toBe(1);
		expect(answer.status).toBe(200);
		expect(answer.body.data).toEqual(await show(world, id));
		expect(await found()).toEqual(expected);
	});

	it.each([0, 1, 2, 3, 4])(
		"takes effect once when its answer is lost and its part %i is not visible yet",
		async (hidden) => {
			tearTransactions(world.gateway.faults, {
				accessKeyId: serviceAccessKeyId,
				isHidden: (index) => index === hidden,
				isAnswered: false,
				isReader: (accessKeyId) => accessKeyId === serviceAccessKeyId,
				times: 1,
			});
			const answer = await act();
			expect(answer.status).toBe(200);
			expect(await found()).toEqual(expected);
		},
	);

	it("takes effect once when the write lands while it is sent again", async () => {
		const late: Promise<unknown>[] = [];
		world.addFault({
			operation: "TransactWriteItems",
			times: 1,
			effect: async (call, forward) => {
				late.push(landLate({ milliseconds: 15 })(call, forward));
				return failBefore()(call, forward);
			},
		});
		const answer = await act();
		await Promise.all(late);
		expect(answer.status).toBe(200);
		expect(await found()).toEqual(expected);
	});

	it("is 500 and changes nothing while the store refuses", async () => {
		const contents = await tableContents(world);
		for (const effect of [conflict(), throttle(), failBefore(), drop()]) {
			const added = world.addFault({ operation: "TransactWriteItems", effect });
			expect(await act()).toMatchObject({
				status: 500,
				body: { error: { code: "INTERNAL_ERROR" } },
			});
			added.remove();
			expect(await tableContents(world)).toEqual(contents);
		}
		expect((await act()).status).toBe(200);
		expect(await found()).toEqual(expected);
	});
});

describe("A1: a write whose answer is lost, and others that follow it", () => {
	it("A2: a decision is answered with 200 when no time is left to send it again", async () => {
		world.addFault({
			operation: "TransactWriteItems",
			times: 1,
			effect: loseAnswer(),
		});
		const context = world.lambdaContext(5_000);
		expect(await decide(world, id, "u-1", { context })).toMatchObject({
			status: 200,
			body: { data: { state: "PENDING", version: 2 } },
		});
	});

	it("A2: a decision is 500, not refused, while its entry in the history stays invisible", async () => {
		tearTransactions(world.gateway.faults, {
			accessKeyId: serviceAccessKeyId,
			isHidden: (index) => index === 1,
			isAnswered: false,
			isReader: (accessKeyId) => accessKeyId === serviceAccessKeyId,
			...{ times: 1, tornReads: 100 },
		});
		expect((await decide(world, id, "u-1")).status).toBe(500);
		const [{ error }] = logged(world, "Request failed");
		expect(error.message).toBe("The history could not be read as a whole");
		expect(await show(world, id)).toMatchObject({ version: 2 });
	});

	it("A2: the decision counts once, after any later change", async () => {
		world.addFault({
			operation: "TransactWriteItems",
			times: 1,
			effect: async (call, forward) => {
				await loseAnswer()(call, forward);
				await decide(world, id, "u-2", { body: giveBack });
				return drop()(call, forward);
			},
		});
		const answer = await decide(world, id, "u-1");
		expect(answer).toMatchObject({
			status: 200,
			body: { data: { state: "PENDING_RESUBMISSION", version: 3 } },
		});
		expect(await actions(world, id)).toEqual([
			...["CREATED", "STAGE_OPENED 0", "APPROVED 0", "RETURNED 0"],
		]);
	});

	it("A2: a decision that another writer forestalled is decided again", async () => {
		world.addFault({
			operation: "TransactWriteItems",
			times: 1,
			effect: meanwhile(() => cancel(world, id)),
		});
		expect(await decide(world, id, "u-1")).toMatchObject({
			status: 409,
			body: { error: { code: "INVALID_STATE_TRANSITION" } },
		});
	});

	it("A2: a decision that was lost is not taken for another writer's change, which made its version", async () => {
		world.addFault({
			operation: "TransactWriteItems",
			times: 1,
			effect: async (call, forward) => {
				await cancel(world, id);
				return failBefore()(call, forward);
			},
		});
		expect(await decide(world, id, "u-1")).toMatchObject({
			status: 409,
			body: { error: { code: "INVALID_STATE_TRANSITION" } },
		});
	});

	it("A3: the resubmission is not refused as its own repetition, after any later change", async () => {
		await decide(world, id, "u-1", { body: giveBack });
		world.addFault({
			operation: "TransactWriteItems",
			times: 1,
			effect: async (call, forward) => {
				await loseAnswer()(call, forward);
				await cancel(world, id);
				return drop()(call, forward);
			},
		});
		expect(await resubmit(world, id, { body: linked })).toMatchObject({
			status: 200,
			body: { data: { state: "CANCELLED", round: 2, version: 4 } },
		});
	});
});

it.each([
	["a cancellation", (id: string) => cancel(world, id)],
	["a rejection", (id: string) => decide(world, id, "u-1", { body: reject })],
] as const)(
	"ADR 20: %s frees the order whose link is not visible yet",
	async (_, end) => {
		const tear = tearTransactions(world.gateway.faults, {
			accessKeyId: serviceAccessKeyId,
			// The request and two stages come before it.
			isHidden: (index) => index === 3,
			isReader: (accessKeyId) => accessKeyId === serviceAccessKeyId,
			times: 1,
			meanwhile: async () => {
				const { link } = await order(world, "po-2");
				const { advanceId } = link as { advanceId: string };
				expect((await end(advanceId)).status).toBe(200);
			},
		});
		await raised(world, { ...advance, purchaseOrderLinkId: "po-2" });
		expect(tear.tornReads).toBe(1);
		expect((await order(world, "po-2")).link).toBeNull();
	},
);

describe("ADR 20: a reader sees a transition as a whole or not at all", () => {
	it.each([0, 1, 2, 3, 4])(
		"A6: GET by id, while part %i of a decision that opens a stage is not visible yet",
		async (hidden) => {
			await decide(world, id, "u-2");
			const before = await show(world, id);
			let seen: unknown;
			tearTransactions(world.gateway.faults, {
				accessKeyId: serviceAccessKeyId,
				isHidden: (index) => index === hidden,
				isReader: (accessKeyId) => accessKeyId === serviceAccessKeyId,
				tornReads: 2,
				times: 1,
				meanwhile: async () => {
					seen = await show(world, id);
				},
			});
			await decide(world, id, "u-1");
			const after = await show(world, id);
			expect([before, after]).toContainEqual(seen);
		},
	);
});
