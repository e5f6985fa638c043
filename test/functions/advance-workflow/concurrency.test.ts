import { describe, expect, it } from "vitest";
import { before, conflict } from "../../support/aws-gateway/faults/effects.ts";
import { rivals } from "../../support/rivals.ts";
import { useWorld } from "../../support/use-world.ts";
import type { Answer } from "../../support/world.ts";
import { exported } from "../../tools/operator/exported.ts";
import {
	acmeWithStages,
	actions,
	advance,
	approverIds,
	cancel,
	changeApprover,
	decide,
	giveBack,
	importLater,
	inboxSize,
	order,
	raised,
	reject,
	resubmit,
	show,
	states,
} from "./workflow.ts";

const world = useWorld(() => acmeWithStages([]));
const linked = { ...advance, purchaseOrderLinkId: "po-1" };
const users = approverIds(20);

/** Raises an advance with a first stage of 20 approvers and a second one; every fifth transaction conflicts. */
async function prepare(requires: "ALL" | "ANY"): Promise<string> {
	const stages = [{ approvers: users, requires }, { approvers: ["u-1"] }];
	await importLater(world, acmeWithStages(stages, { userCount: 20 }));
	const id = await raised(world, linked);
	let transactions = 0;
	world.addFault({
		operation: "TransactWriteItems",
		effect: (call, forward) => {
			transactions += 1;
			return transactions % 5 === 0 ? conflict()(call, forward) : forward(call);
		},
	});
	return id;
}

const statuses = (answers: readonly Answer[]) => {
	const counts: Record<string, number> = {};
	for (const { status, body } of answers) {
		const name = `${status} ${body.error?.code ?? ""}`.trim();
		counts[name] = (counts[name] ?? 0) + 1;
	}
	return counts;
};

const count = (all: readonly string[], one: string) =>
	all.filter((each) => each === one).length;

describe("A1: of concurrent decisions none is lost, each counts once, and exactly one opens the next stage", () => {
	it("A1: 20 approvers of an ALL stage", async () => {
		const id = await prepare("ALL");
		const answers = await rivals(20, (index) =>
			decide(world, id, users[index] ?? ""),
		);
		expect(statuses(answers)).toEqual({ 200: 20 });
		expect(await states(world, id)).toEqual([
			Array(20).fill("APPROVED"),
			["OPEN"],
		]);
		const done = await actions(world, id);
		expect(count(done, "APPROVED 0")).toBe(20);
		expect(count(done, "STAGE_OPENED 1")).toBe(1);
		expect(await show(world, id)).toMatchObject({ version: 21 });
		expect(await inboxSize(world)).toBe(1);
	});

	it("A1: 20 approvers of an ANY stage", async () => {
		const id = await prepare("ANY");
		const answers = await rivals(20, (index) =>
			decide(world, id, users[index] ?? ""),
		);
		expect(statuses(answers)).toEqual({
			200: 1,
			"409 INVALID_STATE_TRANSITION": 19,
		});
		const [first] = await states(world, id);
		expect(count(first ?? [], "APPROVED")).toBe(1);
		expect(count(first ?? [], "SKIPPED")).toBe(19);
		expect(await actions(world, id)).toEqual([
			...["CREATED", "STAGE_OPENED 0", "APPROVED 0", "STAGE_OPENED 1"],
		]);
		expect(await inboxSize(world)).toBe(1);
	});

	it("A2: one approver who decides 20 times at once decides once", async () => {
		const id = await prepare("ALL");
		const answers = await rivals(20, () => decide(world, id, "u-1"));
		expect(statuses(answers)).toEqual({ 200: 20 });
		expect(await show(world, id)).toMatchObject({ version: 2 });
	});

	it.each([
		[
			"a cancellation",
			(id: string) => cancel(world, id),
			"CANCELLED",
			"CANCELLED",
		],
		[
			"a rejection",
			(id: string) => decide(world, id, "u-20", { body: reject }),
			"REJECTED",
			"REJECTED 0",
		],
		[
			"a return",
			(id: string) => decide(world, id, "u-20", { body: giveBack }),
			"PENDING_RESUBMISSION",
			"RETURNED 0",
		],
	])("A1: decisions against %s", async (_, act, state, action) => {
		const id = await prepare("ALL");
		const answers = await rivals(12, (index) =>
			index === 5 ? act(id) : decide(world, id, users[index] ?? ""),
		);
		expect(answers[5]?.status).toBe(200);
		const record = await show(world, id);
		expect(record.state).toBe(state);
		const approved = answers.filter(
			({ status }, index) => status === 200 && index !== 5,
		).length;
		expect(statuses(answers)).toEqual({
			200: approved + 1,
			...(approved < 11 && { "409 INVALID_STATE_TRANSITION": 11 - approved }),
		});
		const [first = []] = await states(world, id);
		expect(count(first, "APPROVED")).toBe(approved);
		expect(count(first, "OPEN")).toBe(0);
		expect(await actions(world, id)).toEqual([
			...["CREATED", "STAGE_OPENED 0", ...Array(approved).fill("APPROVED 0")],
			action,
		]);
		expect(await inboxSize(world)).toBe(0);
		const { link } = await order(world);
		expect(link).toEqual(
			state === "PENDING_RESUBMISSION" ? { advanceId: id, state } : null,
		);
	});

	it("A3: of 8 resubmissions one begins the round; a cancellation at the same time is not lost", async () => {
		const id = await prepare("ALL");
		await decide(world, id, "u-1", { body: giveBack });
		const answers = await rivals(9, (index) =>
			index === 4 ? cancel(world, id) : resubmit(world, id, { body: linked }),
		);
		const { state, round } = await show(world, id);
		expect(state).toBe("CANCELLED");
		expect(answers[4]?.status).toBe(200);
		const others = answers.filter((_, index) => index !== 4);
		const { 200: won = 0, ...lost } = statuses(others);
		expect(won).toBe(round - 1);
		expect(Object.keys(lost)).toEqual(["412 VERSION_MISMATCH"]);
		expect(await order(world)).toMatchObject({ link: null });
		expect(await inboxSize(world)).toBe(0);
	});

	it("A3: a resubmission against decisions: those of the former round are refused, those of the new one count once it has begun", async () => {
		const id = await prepare("ALL");
		await decide(world, id, "u-20", { body: giveBack });
		const answers = await rivals(13, (index) => {
			if (index === 4) return resubmit(world, id, { body: linked });
			const round = index % 2 === 0 ? 1 : 2;
			return decide(world, id, users[index] ?? "", { body: { round } });
		});
		expect(answers[4]?.status).toBe(200);
		const ofRound = (round: number) =>
			answers.filter((_, at) => at !== 4 && at % 2 === round - 1);
		expect(statuses(ofRound(1))).toEqual({ "409 INVALID_STATE_TRANSITION": 6 });
		const { 200: counted = 0, ...refused } = statuses(ofRound(2));
		expect(Object.keys(refused)).toEqual(
			counted < 6 ? ["409 INVALID_STATE_TRANSITION"] : [],
		);
		const [first = []] = await states(world, id);
		expect(count(first, "APPROVED")).toBe(counted);
		expect(await show(world, id)).toMatchObject({
			state: "PENDING",
			round: 2,
			version: 3 + counted,
		});
		expect(await inboxSize(world)).toBe(20 - counted);
	});

	it("A5: if a decision and the replacement of its approver meet, one of them takes effect", async () => {
		const id = await prepare("ALL");
		const body = { from: "u-1", to: "u-book" };
		const [decision, change] = await Promise.all([
			decide(world, id, "u-1"),
			changeApprover(world, id, { body }),
		]);
		const [first = []] = await states(world, id);
		const isDecided = first[0] === "APPROVED";
		expect([decision?.status, change?.status]).toEqual(
			isDecided ? [200, 412] : [403, 200],
		);
		expect(await inboxSize(world)).toBe(isDecided ? 19 : 20);
	});

	it("A5: 20 decisions against the replacement of one of the approvers: none is lost, and one of both takes effect", async () => {
		const id = await prepare("ALL");
		const replace = async (): Promise<Answer> => {
			const { version: ifMatch } = await show(world, id);
			const body = { from: "u-20", to: "u-book" };
			const answer = await changeApprover(world, id, { ifMatch, body });
			return answer.status === 412 ? replace() : answer;
		};
		const [change, ...decisions] = await rivals(21, (index) =>
			index === 0 ? replace() : decide(world, id, `u-${index}`),
		);
		const isReplaced = change?.status === 200;
		expect(statuses(decisions)).toEqual(
			isReplaced ? { 200: 19, "403 ACCESS_DENIED": 1 } : { 200: 20 },
		);
		const [first = []] = await states(world, id);
		expect(count(first, "APPROVED")).toBe(isReplaced ? 19 : 20);
		expect(count(first, "OPEN")).toBe(isReplaced ? 1 : 0);
		const done = await actions(world, id);
		expect(count(done, "APPROVED 0")).toBe(isReplaced ? 19 : 20);
		expect(count(done, "APPROVER_CHANGED 0")).toBe(isReplaced ? 1 : 0);
		expect(await show(world, id)).toMatchObject({ version: 21 });
		expect(await inboxSize(world)).toBe(1);
	});

	it("A1: 20 decisions against an organization file that decides: earlier decisions stay, later ones are refused", async () => {
		const id = await prepare("ALL");
		const stages = [{ approvers: users }, { approvers: ["u-1"] }];
		const file = acmeWithStages(stages, {
			userCount: 20,
			advances: [
				{
					id,
					vendorId: "v-1",
					purchaseOrderLinkId: "po-1",
					state: "PENDING_RESUBMISSION",
				},
			],
		});
		const imported = async () => {
			await world.import(file);
			return undefined;
		};
		const answers = await rivals<Answer | undefined>(21, (index) =>
			index === 0 ? imported() : decide(world, id, `u-${index}`),
		);
		const decisions = answers.flatMap((answer) => answer ?? []);
		const { 200: approved = 0, ...refused } = statuses(decisions);
		const late = 20 - approved;
		// After the last decision, the file finds the second stage.
		expect(refused).toEqual(
			late > 0 ? { "409 INVALID_STATE_TRANSITION": late } : {},
		);
		expect(await show(world, id)).toMatchObject({
			state: "PENDING_RESUBMISSION",
			version: 2 + approved,
		});
		const [first = []] = await states(world, id);
		expect(count(first, "APPROVED")).toBe(approved);
		expect(count(first, "SKIPPED")).toBe(late);
		const done = await actions(world, id);
		expect(count(done, "APPROVED 0")).toBe(approved);
		expect(done.at(-1)).toBe("RETURNED");
		expect((await order(world)).link).toEqual({
			advanceId: id,
			state: "PENDING_RESUBMISSION",
		});
		expect(await inboxSize(world)).toBe(0);
	});

	it("A6: an export in which a decision falls, at any of its calls, shows state, approvals and history of one version", async () => {
		await importLater(world, acmeWithStages([{ approvers: ["u-1"] }]));
		for (let skip = 0; ; skip++) {
			const id = await raised(world);
			const injected = world.gateway.faults.add({
				accessKeyId: "test",
				...{ skip, times: 1 },
				matches: (body) => JSON.stringify(body).includes(id),
				effect: before(() => decide(world, id, "u-1")),
			});
			const { paymentRequests } = await exported(world);
			injected.remove();
			if (injected.hits === 0) break;
			const request = paymentRequests.find(
				(one: { id: string }) => one.id === id,
			);
			if (!request) continue;
			const { version, state, approvals, history } = request;
			expect([
				version,
				state,
				approvals[0].state,
				history.at(-1).action,
			]).toEqual(
				version === 1
					? [1, "PENDING", "OPEN", "STAGE_OPENED"]
					: [2, "APPROVED", "APPROVED", "COMPLETED"],
			);
		}
	});

	it("A3: if a resubmission and another advance want the same order, one of them gets it", async () => {
		const id = await prepare("ALL");
		await decide(world, id, "u-1", { body: giveBack });
		const body = { ...advance, purchaseOrderLinkId: "po-2" };
		const path = "/v1.0/payment/request/vendor-advance";
		const answers = await Promise.all([
			resubmit(world, id, { body }),
			world.post(path, body),
		]);
		expect(statuses(answers)).toEqual({ 200: 1, "400 VALIDATION_ERROR": 1 });
		const [resubmitted, other] = answers;
		const holder =
			resubmitted?.status === 200 ? id : other?.body.data.paymentRequestId;
		expect(await order(world, "po-2")).toMatchObject({
			link: { advanceId: holder, state: "ACTIVE" },
		});
		expect((await order(world)).link).toEqual(
			resubmitted?.status === 200
				? null
				: { advanceId: id, state: "PENDING_RESUBMISSION" },
		);
	});
});
