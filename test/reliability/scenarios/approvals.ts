import { expect } from "vitest";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { fullAdvance } from "../../functions/vendor-advance/advances.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { recordsOf } from "../../support/stream-records.ts";
import type { Answer } from "../../support/world.ts";
import { cfoKey } from "../organization.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";
import { answersInAnyOrder, isRefused, succeeds } from "./expected.ts";
import { runCommand } from "./run-command.ts";

const approve = { decision: "APPROVE", stage: 0, round: 1 };
const reject = { ...approve, decision: "REJECT", note: "Too expensive" };
const giveBack = { ...approve, decision: "RETURN", note: "No quotation" };
const asCfo = { key: cfoKey };

/** Raises one for the policy "Large advances" (CFO and administrator, then the CFO); returns its id. */
const raiseLarge = async (user: User): Promise<string> => {
	const { body } = await user.raise("earlier", fullAdvance);
	return body.data.paymentRequestId;
};

/** Raises one for the policy "Medium advances": one of both, then the CFO. */
const raiseMedium = async (user: User): Promise<string> => {
	const { body } = await user.raise("earlier", {
		amount: 10_000,
		vendorId: "v-1",
		purchaseOrderLinkId: "po-1",
	});
	return body.data.paymentRequestId;
};

/** Its approvers have got their mails. */
const raiseAndMail = async (user: User): Promise<string> => {
	let id = "";
	const records = await recordsOf(user.world, async () => {
		id = await raiseLarge(user);
	});
	await user.mail(records);
	return id;
};

const raiseReturned = async (user: User): Promise<string> => {
	const id = await raiseLarge(user);
	await user.transit(id, "decision", giveBack);
	return id;
};

const decide = (user: User, id: string, decision: object = approve) =>
	user.transit(id, "decision", decision);

const decideAsCfo = (user: User, id: string, decision: object = approve) =>
	user.transit(id, "decision", decision, asCfo);

const cancel = (user: User, id: string, reason = "Not needed") =>
	user.transit(id, "cancellation", { reason });

const resubmit = (user: User, id: string, changes: object = {}) =>
	user.transit(
		id,
		"resubmission",
		{ ...fullAdvance, narration: "With the quotation", ...changes },
		{ ifMatch: 2 },
	);

const changeApprover = (user: User, id: string, change: object) =>
	user.transit(
		id,
		"approver",
		{ stage: 0, round: 1, reason: "Away", ...change },
		{ ifMatch: 1 },
	);

/** The answer is a 200 with these approvals, by stage, and these properties. */
const leaves = (states: string[][], properties: object) => (answer: Answer) => {
	succeeds(properties)(answer);
	const stages: string[][] = [];
	for (const { stage, state } of answer.body.data.approvals)
		stages[stage] = [...(stages[stage] ?? []), state];
	expect(stages).toEqual(states);
};

/** What a patch of an order sends, while its advance comes back. */
const patchOrder = (user: User) =>
	user.send("PATCH", "/v1.0/procurement/purchase-order/po-1", {
		description: "Steel",
	});

const decidedElsewhere = (id: string): OrganizationFile => ({
	org: { id: "acme" },
	advances: [{ id, vendorId: "v-1", state: "APPROVED" }],
});

export const approvalScenarios: Scenario[] = [
	scenario({
		name: "an approval is one of several that its stage needs",
		prepare: raiseLarge,
		act: (user, id) => decide(user, id),
		expected: leaves([["OPEN", "APPROVED"], ["WAITING"]], { state: "PENDING" }),
	}),
	scenario({
		name: "an approval completes a stage of several",
		prepare: raiseMedium,
		act: (user, id) => decide(user, id),
		expected: leaves([["SKIPPED", "APPROVED"], ["OPEN"]], { state: "PENDING" }),
	}),
	scenario({
		name: "an approval completes a request",
		async prepare(user) {
			const id = await raiseMedium(user);
			await decide(user, id);
			return id;
		},
		act: (user, id) => decideAsCfo(user, id, { ...approve, stage: 1 }),
		expected: leaves([["SKIPPED", "APPROVED"], ["APPROVED"]], {
			state: "APPROVED",
		}),
	}),
	scenario({
		name: "an advance is rejected",
		prepare: raiseLarge,
		act: (user, id) => decide(user, id, reject),
		expected: leaves([["SKIPPED", "REJECTED"], ["SKIPPED"]], {
			state: "REJECTED",
		}),
	}),
	scenario({
		name: "an advance is returned",
		prepare: raiseLarge,
		act: (user, id) => decide(user, id, giveBack),
		expected: leaves([["SKIPPED", "RETURNED"], ["SKIPPED"]], {
			state: "PENDING_RESUBMISSION",
		}),
	}),
	scenario({
		name: "an approver who has decided decides otherwise",
		async prepare(user) {
			const id = await raiseLarge(user);
			await decide(user, id);
			return id;
		},
		act: (user, id) => decide(user, id, reject),
		expected: isRefused(409, "ALREADY_DECIDED"),
	}),
	scenario({
		name: "an advance is resubmitted for its order",
		prepare: raiseReturned,
		act: (user, id) => resubmit(user, id),
		expected: leaves([["OPEN", "OPEN"], ["WAITING"]], {
			state: "PENDING",
			round: 2,
		}),
	}),
	scenario({
		name: "an advance is resubmitted without its order, and without approvers",
		prepare: raiseReturned,
		act: (user, id) =>
			user.transit(
				id,
				"resubmission",
				{ amount: 1_000, vendorId: "v-1" },
				{ ifMatch: 2 },
			),
		expected: leaves([], { state: "APPROVED", round: 2 }),
	}),
	scenario({
		name: "an advance is resubmitted for another order",
		prepare: raiseReturned,
		act: (user, id) => resubmit(user, id, { purchaseOrderLinkId: "po-2" }),
		expected: leaves([["OPEN", "OPEN"], ["WAITING"]], { state: "PENDING" }),
	}),
	scenario({
		name: "an advance is cancelled",
		prepare: raiseLarge,
		act: (user, id) => cancel(user, id),
		expected: leaves([["SKIPPED", "SKIPPED"], ["SKIPPED"]], {
			state: "CANCELLED",
		}),
	}),
	scenario({
		name: "an approver is added",
		prepare: raiseLarge,
		act: (user, id) => changeApprover(user, id, { stage: 1, to: "u-admin" }),
		expected: leaves(
			[
				["OPEN", "OPEN"],
				["WAITING", "WAITING"],
			],
			{
				version: 2,
			},
		),
	}),
	scenario({
		name: "an approver is replaced",
		prepare: raiseLarge,
		act: (user, id) =>
			changeApprover(user, id, { stage: 1, from: "u-cfo", to: "u-admin" }),
		expected: leaves([["OPEN", "OPEN"], ["WAITING"]], { version: 2 }),
	}),
	scenario({
		name: "an approver is asked again",
		prepare: async (user) => {
			const id = await raiseLarge(user);
			passSeconds(user.world, 300);
			return id;
		},
		act: (user, id) =>
			changeApprover(user, id, { from: "u-admin", to: "u-admin" }),
		expected: leaves([["OPEN", "OPEN"], ["WAITING"]], { version: 2 }),
	}),
	scenario({
		name: "an approver decides from the mail",
		prepare: raiseAndMail,
		act: (user, id) => user.decideFromMail(id, "u-cfo", approve),
		expected: leaves([["APPROVED", "OPEN"], ["WAITING"]], {}),
	}),
	scenario({
		name: "an approver returns a request from the mail",
		prepare: raiseAndMail,
		act: (user, id) => user.decideFromMail(id, "u-cfo", giveBack),
		expected: leaves([["RETURNED", "SKIPPED"], ["SKIPPED"]], {}),
	}),
	scenario({
		name: "the operator asks all approvers again",
		async prepare(user) {
			const id = await raiseLarge(user);
			await decide(user, id);
			passSeconds(user.world, 60);
			return { id, askedBefore: user.world.time.now.toISOString() };
		},
		act: (user, { askedBefore }) =>
			runCommand(user, "request ask-again", ["acme"], {
				values: { "asked-before": askedBefore },
			}),
		expected: (printed, _, { id: paymentRequestId }) =>
			expect(JSON.parse(printed)).toEqual([
				{ paymentRequestId, round: 1, stage: 0, userId: "u-cfo" },
			]),
	}),
	scenario({
		name: "an advance is approved by an organization file",
		prepare: raiseLarge,
		async act(user, id) {
			await user.import(decidedElsewhere(id));
			return user.send("GET", `/v1.0/payment/request/${id}`);
		},
		expected: leaves([["SKIPPED", "SKIPPED"], ["SKIPPED"]], {
			state: "APPROVED",
		}),
	}),
	scenario({
		name: "both approvers of a stage decide at once",
		prepare: raiseLarge,
		act: (user, id) => Promise.all([decide(user, id), decideAsCfo(user, id)]),
		expected: (answers) => answers.forEach(succeeds({ state: "PENDING" })),
	}),
	scenario({
		name: "an advance is approved while it is cancelled",
		prepare: raiseMedium,
		act: (user, id) => Promise.all([decide(user, id), cancel(user, id)]),
		expected([decided, cancelled]) {
			expect(decided?.status).toBeOneOf([200, 409]);
			expect(cancelled?.status).toBe(200);
		},
		isRace: true,
	}),
	scenario({
		name: "an advance is resubmitted twice at once",
		prepare: raiseReturned,
		act: (user, id) =>
			Promise.all([
				resubmit(user, id),
				resubmit(user, id, { purchaseOrderLinkId: "po-2" }),
			]),
		expected: answersInAnyOrder(200, 412),
		isRace: true,
	}),
	scenario({
		name: "an advance is resubmitted while its order is patched",
		prepare: raiseReturned,
		act: (user, id) => Promise.all([resubmit(user, id), patchOrder(user)]),
		// An order that may be linked is no draft.
		expected: answersInAnyOrder(200, 409),
		isRace: true,
	}),
];
