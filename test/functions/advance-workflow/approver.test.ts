import { beforeEach, describe, expect, it } from "vitest";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import { testKey } from "../../support/world.ts";
import {
	acmeWithStages,
	approverIds,
	cancel,
	changeApprover,
	decide,
	giveBack,
	history,
	importLater,
	inbox,
	inboxSize,
	raised,
	refusal,
	resubmit,
	show,
	states,
} from "./workflow.ts";

const world = useWorld(() =>
	acmeWithStages([{ approvers: ["u-1", "u-2"] }, { approvers: ["u-3"] }], {
		userCount: 5,
	}),
);
let id: string;
beforeEach(async () => {
	id = await raised(world);
});

const change = (body: object, ifMatch: number | null = 1, key?: string) =>
	changeApprover(world, id, { body, ifMatch, ...(key && { key }) });

const approvers = async () =>
	(await show(world, id)).approvals.map(
		({ stage, userId }: { stage: number; userId: string }) =>
			`${stage} ${userId}`,
	);

describe("A5: 200", () => {
	it("A5: replaces an approver in the same place", async () => {
		const answer = await change({ from: "u-1", to: "u-4" });
		expect(answer).toMatchObject({ status: 200, headers: { etag: '"2"' } });
		expect(answer.body.data).toEqual(await show(world, id));
		expect(await approvers()).toEqual(["0 u-4", "0 u-2", "1 u-3"]);
		expect(await states(world, id)).toEqual([["OPEN", "OPEN"], ["WAITING"]]);
		expect(await inbox(world, "u-1")).toEqual([]);
		expect(await inbox(world, "u-4")).toEqual([`${id} 0 1`]);
		expect((await history(world, id))[0]).toMatchObject({
			action: "APPROVER_CHANGED",
			by: { userId: "u-admin" },
			stage: 0,
			round: 1,
			note: "Away",
			changes: { approver: { from: "u-1", to: "u-4" } },
		});
		expect(await decide(world, id, "u-1")).toMatchObject(
			refusal(403, "ACCESS_DENIED"),
		);
		expect((await decide(world, id, "u-4")).status).toBe(200);
	});

	it("A5: without from, adds to at the end", async () => {
		await change({ to: "u-5" });
		expect(await approvers()).toEqual(["0 u-1", "0 u-2", "0 u-5", "1 u-3"]);
		expect((await history(world, id))[0].changes).toEqual({
			approver: { from: null, to: "u-5" },
		});
		expect(await inbox(world, "u-5")).toEqual([`${id} 0 1`]);
	});

	it("A7: the requester is named as approver if the policy does not forbid it", async () => {
		expect((await change({ to: "u-admin" })).status).toBe(200);
		expect((await decide(world, id, testKey)).status).toBe(200);
	});

	it("A5, A6: an approver who is named in a later stage waits; the history shows that stage", async () => {
		await change({ stage: 1, from: "u-3", to: "u-1" });
		expect(await states(world, id)).toEqual([["OPEN", "OPEN"], ["WAITING"]]);
		expect(await approvers()).toEqual(["0 u-1", "0 u-2", "1 u-1"]);
		expect(await inboxSize(world)).toBe(2);
		expect((await history(world, id))[0]).toMatchObject({
			action: "APPROVER_CHANGED",
			stage: 1,
		});
	});

	it("A5: from equal to to asks the approver again; the inbox keeps its place", async () => {
		const before = await world.get("/v1.0/approval", "", { key: "u-1" });
		passSeconds(world, 300);
		const answer = await change({ from: "u-1", to: "u-1" });
		expect(answer.body.data).toMatchObject({ version: 2 });
		expect(await approvers()).toEqual(["0 u-1", "0 u-2", "1 u-3"]);
		const after = await world.get("/v1.0/approval", "", { key: "u-1" });
		expect(after.body).toEqual(before.body);
		expect((await history(world, id))[0].changes).toEqual({
			approver: { from: "u-1", to: "u-1" },
		});
	});

	it("A5: an approver is asked again five minutes after the stage opened or they were last asked, not before", async () => {
		const again = { from: "u-1", to: "u-1" };
		const { now: askedAt } = world.time;
		const askableAt = new Date(askedAt.getTime() + 300_000).toISOString();
		passSeconds(world, 299);
		const tooSoon = refusal(
			409,
			"INVALID_STATE_TRANSITION",
			new RegExp(askableAt),
		);
		expect(await change(again)).toMatchObject(tooSoon);
		passSeconds(world, 1);
		expect((await change(again)).status).toBe(200);
		expect(await change(again, 2)).toMatchObject(
			refusal(409, "INVALID_STATE_TRANSITION", /less than five minutes ago/),
		);
	});

	it.each([
		["the open stage", { stage: 0, from: "u-1", to: "u-4" }, "u-2"],
		["a later stage", { stage: 1, from: "u-3", to: "u-4" }, "u-4"],
	])(
		"A5: a repetition is 200, unchanged, with any If-Match, in %s",
		async (_, replacement, present) => {
			const first = await change(replacement);
			expect(first).toMatchObject({ status: 200, headers: { etag: '"2"' } });
			const unchanged = { status: 200, body: first.body };
			expect(await change(replacement)).toMatchObject(unchanged);
			const addition = { stage: replacement.stage, to: present };
			expect(await change(addition, 55)).toMatchObject(unchanged);
			expect(await history(world, id)).toHaveLength(3);
		},
	);

	it("A5: a repetition is 200 even if the former approver has decided", async () => {
		const { body } = await decide(world, id, "u-1");
		expect(await change({ from: "u-1", to: "u-2" }, 1)).toMatchObject({
			status: 200,
			body,
		});
	});
});

describe("A5: refused", () => {
	it("A5: role, If-Match, body, 404, 412, 409, in this order", async () => {
		const bad = { stage: "x" };
		expect(await change(bad, null, "u-1")).toMatchObject(
			refusal(403, "ACCESS_DENIED", /ADMIN/),
		);
		expect(await change(bad, null)).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /^Validation failed: \/if-match /),
		);
		expect(await change(bad)).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /\/stage|'to'/),
		);
		for (const reason of [undefined, null, "", "x".repeat(1_001)])
			expect(await change({ to: "u-4", reason })).toMatchObject(
				refusal(400, "VALIDATION_ERROR", /\/reason|'reason'/),
			);
		const unknown = { body: { stage: 7, to: "x" }, ifMatch: 9 };
		expect(await changeApprover(world, "x", unknown)).toMatchObject(
			refusal(404, "PAYMENT_REQUEST_NOT_FOUND"),
		);
		expect(await changeApprover(world, id, unknown)).toMatchObject(
			refusal(412, "VERSION_MISMATCH"),
		);
		expect(await change({ stage: 7, to: "x" })).toMatchObject(
			refusal(409, "INVALID_STATE_TRANSITION", /PENDING/),
		);
	});

	const inactive = "must be an active user of the organization";
	it.each([
		["u-absent", {}, inactive],
		["u-gone", {}, inactive],
		["", {}, inactive],
		["x".repeat(2_000), {}, inactive],
		["u-2", { from: "u-1" }, "must NOT be another approver of this stage"],
		["u-absent", { from: "u-9" }, inactive],
	])("A5: 400 at /to for %j", async (to, more, reason) => {
		const { status, body } = await change({ to, ...more });
		expect({ status, message: body.error.message }).toEqual({
			status: 400,
			message: `Validation failed: /to ${reason}`,
		});
	});

	it("A5: 400 at /to for another approver of a later stage whose approval is WAITING", async () => {
		expect((await change({ stage: 1, to: "u-4" })).status).toBe(200);
		const both = { stage: 1, from: "u-3", to: "u-4" };
		expect(await change(both, 2)).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /\/to must NOT be another approver/),
		);
	});

	it("A5: 400 at /to for a user who has decided there, with or without from", async () => {
		await decide(world, id, "u-1");
		for (const more of [{}, { from: "u-2" }, { from: "u-1" }]) {
			expect(await change({ to: "u-1", ...more }, 2)).toMatchObject(
				refusal(400, "VALIDATION_ERROR", /^Validation failed: \/to .*decided/),
			);
		}
	});

	it.each(["u-3", "u-absent"])(
		"A5: 400 at /from for %s, who is no undecided approver there",
		async (from) => {
			for (const to of ["u-4", from]) {
				if (to === "u-absent") continue;
				expect(await change({ from, to })).toMatchObject(
					refusal(400, "VALIDATION_ERROR", /\/from must be .* not decided$/),
				);
			}
		},
	);

	it("A5: 400 at /from for an approver who has decided", async () => {
		await decide(world, id, "u-1");
		expect(await change({ from: "u-1", to: "u-4" }, 2)).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /^Validation failed: \/from /),
		);
	});

	it("A5: an approver whose approval is WAITING cannot be asked again: 409", async () => {
		expect(await change({ stage: 1, from: "u-3", to: "u-3" })).toMatchObject(
			refusal(409, "INVALID_STATE_TRANSITION", /not open yet/),
		);
	});

	it("A5: an earlier stage, another round, a request that is not PENDING: 409", async () => {
		// The change of another round is no repetition either: u-2 is there in this one.
		for (const to of ["u-4", "u-2"])
			expect(await change({ round: 2, to })).toMatchObject(
				refusal(
					...([409, "INVALID_STATE_TRANSITION"] as const),
					/ PENDING, and stage 0 of round 1 is open: only its approvers, /,
				),
			);
		await decide(world, id, "u-1");
		await decide(world, id, "u-2");
		expect(await change({ to: "u-4" }, 3)).toMatchObject(
			refusal(409, "INVALID_STATE_TRANSITION"),
		);
		await decide(world, id, "u-3", { body: { ...giveBack, stage: 1 } });
		expect(await change({ stage: 1, to: "u-4" }, 4)).toMatchObject(
			refusal(
				409,
				"INVALID_STATE_TRANSITION",
				/ PENDING_RESUBMISSION: .* PENDING$/,
			),
		);
		await resubmit(world, id, { ifMatch: 4 });
		expect(await change({ round: 1, to: "u-2" }, 5)).toMatchObject(
			refusal(409, "INVALID_STATE_TRANSITION"),
		);
		await cancel(world, id);
		expect(await change({ round: 2, to: "u-4" }, 6)).toMatchObject(
			refusal(409, "INVALID_STATE_TRANSITION", / CANCELLED:/),
		);
	});

	it.each([
		[true, approverIds(19)],
		[false, ["u-admin", ...approverIds(18)]],
	])(
		"A5: a stage has at most 20 approvers, SKIPPED and decided ones included: 400 at /to, unless one is replaced; self-approval: %j",
		async (selfApproval, approvers) => {
			const options = { userCount: 21, policy: { selfApproval } };
			await importLater(world, acmeWithStages([{ approvers }], options));
			id = await raised(world);
			const changeAsChief = (body: object, ifMatch: number) =>
				change(body, ifMatch, "u-chief");
			expect((await changeAsChief({ to: "u-20" }, 1)).status).toBe(200);
			expect((await decide(world, id, "u-1")).status).toBe(200);
			expect(await changeAsChief({ to: "u-21" }, 3)).toMatchObject(
				refusal(400, "VALIDATION_ERROR", /^Validation failed: \/to .*20/),
			);
			const replaced = { from: "u-20", to: "u-21" };
			expect((await changeAsChief(replaced, 3)).status).toBe(200);
		},
	);
});

describe("A7: separation of duties", () => {
	const selfApproval = false;
	const stages = [
		{ approvers: ["u-admin", "u-1"] },
		{ approvers: ["u-book", "u-2"], requires: "ANY" as const },
	];

	beforeEach(async () => {
		await importLater(
			world,
			acmeWithStages(stages, { policy: { selfApproval } }),
		);
		id = await raised(world);
	});

	it("A7: the requester's approvals are SKIPPED from the start and decide nothing; the message names others who can decide", async () => {
		expect(await states(world, id)).toEqual([
			["SKIPPED", "OPEN"],
			["WAITING", "WAITING"],
		]);
		expect(await inbox(world, testKey)).toEqual([]);
		const { body } = await decide(world, id, testKey);
		expect(body.error).toEqual({
			code: "ACCESS_DENIED",
			message: expect.stringMatching(
				/^Requesters do not decide .*: User u-1 \(u-1\) can decide it now$/,
			),
		});
		await decide(world, id, "u-1");
		expect(await states(world, id)).toEqual([
			["SKIPPED", "APPROVED"],
			["OPEN", "OPEN"],
		]);
	});

	it("A7: the user who submitted the present round can neither decide nor be named as approver", async () => {
		await decide(world, id, "u-1", { body: giveBack });
		const { status, body } = await world.post(
			`/v1.0/payment/request/${id}/resubmission`,
			{ amount: 1, vendorId: "v-1" },
			{ key: "u-book", ifMatch: 2 },
		);
		expect(status).toBe(200);
		expect(body.data.approvals).toMatchObject([
			{ userId: "u-admin", state: "SKIPPED" },
			{ userId: "u-1", state: "OPEN" },
			{ userId: "u-book", state: "SKIPPED" },
			{ userId: "u-2", state: "WAITING" },
		]);
		const named = { round: 2, from: "u-1", to: "u-book" };
		expect(await change(named, 3, "u-chief")).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /\/to .*self-approval/),
		);
		// Who raised the request is no approver of this stage.
		const raiser = { round: 2, stage: 1, from: "u-2", to: "u-admin" };
		expect(await change(raiser, 3, "u-chief")).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /\/to .*self-approval/),
		);
		const message = async (key: string) =>
			(await decide(world, id, key, { body: { round: 2 } })).body.error.message;
		for (const requester of [testKey, "u-book"])
			expect(await message(requester)).toMatch(/^Requesters do not decide /);
		expect(await message("u-2")).toMatch(/^You have no open approval /);
	});

	it.each([{}, { from: "u-1" }, { from: "u-admin" }])(
		"A7: a requester cannot be named as approver: 400 at /to, %j",
		async (more) => {
			const named = { to: "u-admin", ...more };
			expect(await change(named, 1, "u-chief")).toMatchObject(
				refusal(
					400,
					"VALIDATION_ERROR",
					/^Validation failed: \/to .*self-approval/,
				),
			);
		},
	);

	it("A7: the approval of a requester, which is SKIPPED, cannot be given to another user: 400 at /from", async () => {
		const given = { from: "u-admin", to: "u-3" };
		expect(await change(given, 1, "u-chief")).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /^Validation failed: \/from /),
		);
		expect(await approvers()).toEqual([
			...["0 u-admin", "0 u-1", "1 u-book", "1 u-2"],
		]);
	});

	it("A7: a requester cannot choose who decides, but may ask an approver again", async () => {
		for (const chosen of [{ to: "u-3" }, { from: "u-1", to: "u-3" }])
			expect(await change(chosen)).toMatchObject(
				refusal(403, "ACCESS_DENIED", /^Requesters do not choose /),
			);
		passSeconds(world, 300);
		expect((await change({ from: "u-1", to: "u-1" })).status).toBe(200);
		const chosen = { from: "u-1", to: "u-3" };
		expect((await change(chosen, 2, "u-chief")).status).toBe(200);
	});

	it("A7: the user who submitted an earlier round stays a requester", async () => {
		const submit = (key: string, ifMatch: number) =>
			world.post(
				`/v1.0/payment/request/${id}/resubmission`,
				{ amount: 1, vendorId: "v-1" },
				{ key, ifMatch },
			);
		await decide(world, id, "u-1", { body: giveBack });
		expect((await submit("u-book", 2)).status).toBe(200);
		await decide(world, id, "u-1", { body: { ...giveBack, round: 2 } });
		const { body } = await submit("u-chief", 4);
		expect(body.data.approvals).toMatchObject([
			{ userId: "u-admin", state: "SKIPPED" },
			{ userId: "u-1", state: "OPEN" },
			{ userId: "u-book", state: "SKIPPED" },
			{ userId: "u-2", state: "WAITING" },
		]);
		expect(body.data).not.toHaveProperty("requesters");
	});

	it("A7: a stage of requesters alone is refused when it is raised or resubmitted", async () => {
		const alone = [{ approvers: [] }, { approvers: ["u-admin"] }];
		await importLater(
			world,
			acmeWithStages(alone, { policy: { selfApproval, name: "Small" } }),
		);
		const message =
			"Approval policy 'Small' has no approver besides the requester in stage 2";
		const raise = await world.post("/v1.0/payment/request/vendor-advance", {
			amount: 1,
			vendorId: "v-1",
		});
		expect(raise).toMatchObject({
			status: 400,
			body: { error: { code: "VALIDATION_ERROR", message } },
		});
		await decide(world, id, "u-1", { body: giveBack });
		const resubmitted = await world.post(
			`/v1.0/payment/request/${id}/resubmission`,
			{ amount: 1, vendorId: "v-1" },
			{ key: "u-book", ifMatch: 2 },
		);
		expect(resubmitted.body.error.message).toBe(message);
	});

	it("A7: a resubmission is refused if a stage has only the submitter as approver, even if somebody else raised the request", async () => {
		await decide(world, id, "u-1", { body: giveBack });
		const alone = [{ approvers: ["u-book"] }];
		await importLater(
			world,
			acmeWithStages(alone, { policy: { selfApproval } }),
		);
		const { status, body } = await resubmit(world, id, { key: "u-book" });
		expect({ status, message: body.error?.message }).toEqual({
			status: 400,
			message:
				"Approval policy 'Default' has no approver besides the requester in stage 1",
		});
	});
});
