import { expect } from "vitest";
import { type Answer, testKey, type World } from "../../support/world.ts";
import { cancel, decide, reject } from "../advance-workflow/workflow.ts";
import {
	acmeWithAdvances,
	fullAdvance,
	linkOf,
	raise,
	raisedAdvances,
	storedAdvance,
} from "../vendor-advance/advances.ts";
import { family } from "./torn-family.ts";

interface Reported {
	answers: Answer[];
}

const raiseMeanwhile = async (world: World, reported: Reported) =>
	reported.answers.push(await raise(world, fullAdvance));

async function readWithApprovals(world: World) {
	const [id] = await raisedAdvances(world);
	const { status, body } = await world.get(`/v1.0/payment/request/${id}`);
	// Its id has not been returned yet.
	if (status !== 404)
		expect(body.data.approvals).toMatchObject([
			{ stage: 0, userId: "u-cfo" },
			{ stage: 0, userId: "u-admin" },
			{ stage: 1, userId: "u-cfo" },
		]);
}

/** Ends the advance. */
const endMeanwhile =
	(end: (world: World, id: string) => Promise<Answer>) =>
	async (world: World) => {
		const [id] = await raisedAdvances(world);
		const { status } = await end(world, `${id}`);
		// Its id has not been returned yet.
		expect([200, 404]).toContain(status);
	};

/**
 * Guarantee 4: of those who wanted the order, the one that holds it got a 200, and its advance is whole. An advance
 * that has ended holds none.
 */
async function checkAdvance(world: World, { answers }: Reported) {
	const [raised, ...others] = await raisedAdvances(world);
	expect(others).toEqual([]);
	const stored = await storedAdvance(world, `${raised}`);
	expect(stored).toMatchObject({
		approval: { approvers: [{ userId: "u-cfo" }, { userId: "u-admin" }] },
	});
	const isPending = stored.paymentRequest?.state === "PENDING";
	expect(await linkOf(world, "po-1")).toBe(isPending ? raised : undefined);
	const reported = answers.map(({ status, body }) =>
		status === 200 ? body.data.paymentRequestId : status,
	);
	expect(reported.filter((one) => one !== 400)).toEqual([raised]);
}

export const advanceFamily = family({
	name: "an advance takes a purchase order",
	// The request, two stages, the order, two entries of inboxes.
	items: 6,
	async prepare(world): Promise<Reported> {
		await world.import(acmeWithAdvances());
		return { answers: [] };
	},
	act: async (world, process, reported) =>
		reported.answers.push(await raise(world, fullAdvance, { process })),
	rivals: {
		absent: async () => {},
		"another advance": raiseMeanwhile,
		"a read of the payment request": readWithApprovals,
		cancellation: endMeanwhile((world, id) => cancel(world, id)),
		rejection: endMeanwhile((world, id) =>
			decide(world, id, testKey, { body: reject }),
		),
	},
	check: checkAdvance,
});
