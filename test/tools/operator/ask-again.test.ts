import { describe, expect, it } from "vitest";
import { CommandError } from "../../../tools/operator/command-error.ts";
import {
	type AskedAgain,
	askAgain,
	openApprovals,
} from "../../../tools/operator/payment-requests/ask-again.ts";
import {
	acmeWithStages,
	decide,
	history,
	raised,
	reject,
	show,
} from "../../functions/advance-workflow/workflow.ts";
import {
	raiseAndMail,
	readLink,
	tokenOf,
	withMails,
} from "../../support/approval-page.ts";
import { acmeWithApprovers, approver } from "../../support/approvers.ts";
import {
	before as actBefore,
	failBefore,
	loseAnswer,
} from "../../support/aws-gateway/faults/effects.ts";
import { useWorld } from "../../support/use-world.ts";
import type { World } from "../../support/world.ts";

/** Later than the requests of a test; asked at or after it: by the command. */
const replacedAt = "2026-11-21T10:30:00.000Z";
const now = new Date("2026-11-21T11:00:00.000Z");
const asking = { organizationId: "acme", askedBefore: replacedAt, now };

async function all(asked: AsyncIterable<AskedAgain>): Promise<string[]> {
	const lines: string[] = [];
	for await (const { paymentRequestId, round, stage, userId } of asked)
		lines.push(`${paymentRequestId} ${round} ${stage} ${userId}`);
	return lines.toSorted();
}
/** Its calls have an access key of their own, for their faults. */
const operator = "operator";
const ask = (world: World) => all(askAgain(world.connect(operator), asking));
const askable = (world: World) => all(openApprovals(world.table, asking));

describe("request ask-again", () => {
	const world = useWorld(() =>
		acmeWithStages([
			{ approvers: ["u-1", "u-2", "u-gone"] },
			{ approvers: ["u-3"] },
		]),
	);

	it("asks the active approvers of open approvals, once however often it is repeated", async () => {
		const [fresh, half, rejected] = [
			await raised(world),
			await raised(world),
			await raised(world),
		];
		await decide(world, half, "u-2");
		await decide(world, rejected, "u-1", { body: reject });
		world.time.now = new Date(replacedAt);
		const later = await raised(world);
		world.time.now = now;
		const expected = [
			`${fresh} 1 0 u-1`,
			`${fresh} 1 0 u-2`,
			`${half} 1 0 u-1`,
		].toSorted();
		expect(await askable(world)).toEqual(expected);
		expect(await show(world, fresh)).toMatchObject({ version: 1 });

		expect(await ask(world)).toEqual(expected);
		expect(await ask(world)).toEqual([]);
		const again = { action: "APPROVER_CHANGED", by: null, stage: 0, round: 1 };
		const entries = await history(world, fresh);
		expect(entries.slice(0, 2)).toMatchObject(
			["u-2", "u-1"].map((id) => ({
				...again,
				note: "Asked again by the operator",
				changes: { approver: { from: id, to: id } },
			})),
		);
		expect(await history(world, rejected)).toHaveLength(3);
		expect(await show(world, later)).toMatchObject({ version: 1 });
		expect(await show(world, fresh)).toMatchObject({
			state: "PENDING",
			version: 3,
			updatedBy: null,
		});
		expect((await decide(world, fresh, "u-1")).status).toBe(200);
	});

	it("does not ask an approver who decides at the same time", async () => {
		const id = await raised(world);
		world.gateway.faults.add({
			...{ accessKeyId: operator, operation: "TransactWriteItems", times: 1 },
			effect: actBefore(async () => {
				const { status } = await decide(world, id, "u-1");
				expect(status).toBe(200);
			}),
		});
		world.time.now = now;
		expect(await ask(world)).toEqual([`${id} 1 0 u-2`]);
		expect(await show(world, id)).toMatchObject({
			version: 3,
			approvals: [
				{ state: "APPROVED" },
				{ state: "OPEN" },
				{ state: "OPEN" },
				{ state: "WAITING" },
			],
		});
	});

	it("goes on where it was interrupted, and settles a lost answer", async () => {
		world.skipPauses();
		const id = await raised(world);
		world.time.now = now;
		const fault = world.gateway.faults.add({
			...{ accessKeyId: operator, operation: "TransactWriteItems" },
			// The second approver's.
			matches: (body) => JSON.stringify(body).includes("HISTORY#0000000003"),
			effect: failBefore(),
		});
		await expect(ask(world)).rejects.toThrow("payment request was");
		fault.remove();
		expect(await show(world, id)).toMatchObject({ version: 2 });
		world.gateway.faults.add({
			...{ accessKeyId: operator, operation: "TransactWriteItems", times: 1 },
			effect: loseAnswer(),
		});
		expect(await ask(world)).toEqual([`${id} 1 0 u-2`]);
		expect(await show(world, id)).toMatchObject({ version: 3 });
	});

	// Each is `replacedAt`.
	it.each([
		"2026-11-21T10:30:00Z",
		"2026-11-21T16:00:00+05:30",
		"2026-11-21T05:30:00-05:00",
	])(
		"asks those who were asked before %s, and no one at or after it",
		async (askedBefore) => {
			const before = await raised(world);
			world.time.now = new Date(replacedAt);
			await raised(world);
			const askOnce = () =>
				all(askAgain(world.table, { ...asking, askedBefore }));
			expect(await askOnce()).toEqual([
				`${before} 1 0 u-1`,
				`${before} 1 0 u-2`,
			]);
			expect(await askOnce()).toEqual([]);
		},
	);

	it("refuses an instant in the future, which would ask again with each repetition, and an unknown organization", async () => {
		const future = { ...asking, askedBefore: "2026-11-21T11:00:00.001Z" };
		await expect(all(askAgain(world.table, future))).rejects.toThrow(
			CommandError,
		);
		const unknown = { ...asking, organizationId: "absent" };
		await expect(all(openApprovals(world.table, unknown))).rejects.toThrow(
			"There is no organization",
		);
	});
});

describe("after another key or address", () => {
	const world = useWorld(() =>
		acmeWithApprovers([approver("u-1"), approver("u-2")]),
	);

	it("A9: each open approval gets a mail with a new link, which works; the former one does not", async () => {
		await raiseAndMail(world);
		const former = tokenOf(world, "u-1");
		world.time.now = now;
		await withMails(world, () => ask(world));
		const token = tokenOf(world, "u-1");
		expect(token).not.toBe(former);
		expect((await readLink(world, former)).status).toBe(404);
		const { status, body } = await readLink(world, token);
		expect({ status, canDecide: body.data.canDecide }).toEqual({
			status: 200,
			canDecide: true,
		});
	});
});
