import { describe, expect, it } from "vitest";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import { testKey } from "../../support/world.ts";
import {
	acmeWithStages,
	actions,
	advance,
	cancel,
	changeApprover,
	decide,
	giveBack,
	history,
	importLater,
	inbox,
	inboxSize,
	order,
	raised,
	refusal,
	reject,
	resubmit,
	show,
	states,
} from "./workflow.ts";

const twoStages = acmeWithStages([
	{ approvers: ["u-1", "u-2", "u-1"] },
	{ approvers: ["u-3", "u-admin"], requires: "ANY" },
]);

const world = useWorld(() => twoStages);

const linked = { ...advance, purchaseOrderLinkId: "po-1" };

describe("A1: stages run in order", () => {
	it("A1: a creation opens the first stage only; each approver is there once, in the policy's order", async () => {
		const id = await raised(world);
		expect(await show(world, id)).toMatchObject({
			state: "PENDING",
			round: 1,
			version: 1,
			resubmittedAt: null,
			resubmittedBy: null,
			approvals: [
				{ stage: 0, userId: "u-1", state: "OPEN", requires: "ALL" },
				{ stage: 0, userId: "u-2", state: "OPEN", requires: "ALL" },
				{ stage: 1, userId: "u-3", state: "WAITING", requires: "ANY" },
				{ stage: 1, userId: "u-admin", state: "WAITING", requires: "ANY" },
			],
		});
		expect(await inbox(world, "u-1")).toEqual([`${id} 0 1`]);
		expect(await inbox(world, "u-3")).toEqual([]);
	});

	it("A1: ALL needs each of them, ANY one; the last stage makes the request APPROVED and keeps its order", async () => {
		const id = await raised(world, linked);
		passSeconds(world, 60);
		const first = await decide(world, id, "u-2");
		expect(first).toMatchObject({
			status: 200,
			headers: { etag: '"2"' },
			body: { data: { state: "PENDING", version: 2 } },
		});
		expect(await states(world, id)).toEqual([
			["OPEN", "APPROVED"],
			["WAITING", "WAITING"],
		]);
		passSeconds(world, 60);
		const note = "Fine";
		expect(await decide(world, id, "u-1", { body: { note } })).toMatchObject({
			status: 200,
		});
		expect(await states(world, id)).toEqual([
			["APPROVED", "APPROVED"],
			["OPEN", "OPEN"],
		]);
		expect(await inbox(world, "u-1")).toEqual([]);
		expect(await inbox(world, "u-3")).toEqual([`${id} 1 1`]);
		passSeconds(world, 60);
		const last = await decide(world, id, "u-3", { body: { stage: 1 } });
		expect(last.body.data).toEqual(await show(world, id));
		expect(last.body.data).toMatchObject({
			state: "APPROVED",
			version: 4,
			updatedAt: "2026-11-21T10:03:00.000Z",
			updatedBy: { userId: "u-3" },
			approvals: [
				{
					round: 1,
					stage: 0,
					userId: "u-1",
					state: "APPROVED",
					requires: "ALL",
					note: "Fine",
					decidedAt: "2026-11-21T10:02:00.000Z",
					decidedBy: { userId: "u-1", keyId: expect.stringMatching(/^key_/) },
					channel: "API",
				},
				{ userId: "u-2", note: null },
				{ userId: "u-3", state: "APPROVED" },
				{
					userId: "u-admin",
					state: "SKIPPED",
					decidedAt: null,
					decidedBy: null,
					channel: null,
				},
			],
		});
		expect(await order(world)).toMatchObject({
			link: { advanceId: id, state: "ACTIVE" },
			version: 2,
		});
		expect(await inboxSize(world)).toBe(0);
		expect(await actions(world, id)).toEqual([
			"CREATED",
			"STAGE_OPENED 0",
			"APPROVED 0",
			"APPROVED 0",
			"STAGE_OPENED 1",
			"APPROVED 1",
			"COMPLETED",
		]);
	});

	it("A1: one rejection ends the request, skips undecided approvals and frees the order", async () => {
		const id = await raised(world, linked);
		const answer = await decide(world, id, "u-1", { body: reject });
		expect(answer.body.data).toMatchObject({ state: "REJECTED", version: 2 });
		expect(await states(world, id)).toEqual([
			["REJECTED", "SKIPPED"],
			["SKIPPED", "SKIPPED"],
		]);
		expect(await order(world)).toEqual({
			link: null,
			version: 3,
			updatedBy: "u-1",
		});
		expect(await inboxSize(world)).toBe(0);
		expect((await history(world, id))[0]).toMatchObject({
			action: "REJECTED",
			by: { userId: "u-1", channel: "API" },
			stage: 0,
			round: 1,
			note: "Too expensive",
			changes: null,
		});
		expect(await raised(world, linked)).toEqual(expect.any(String));
	});

	it("A1: one return makes it PENDING_RESUBMISSION, which keeps the order from others", async () => {
		const id = await raised(world, linked);
		const answer = await decide(world, id, "u-2", { body: giveBack });
		expect(answer.body.data).toMatchObject({ state: "PENDING_RESUBMISSION" });
		expect(await states(world, id)).toEqual([
			["SKIPPED", "RETURNED"],
			["SKIPPED", "SKIPPED"],
		]);
		expect(await order(world)).toEqual({
			link: { advanceId: id, state: "PENDING_RESUBMISSION" },
			version: 3,
			updatedBy: "u-2",
		});
		expect(await inboxSize(world)).toBe(0);
		const { status, body } = await world.post(
			"/v1.0/payment/request/vendor-advance",
			linked,
		);
		expect({ status, message: body.error.message }).toEqual({
			status: 400,
			message: "Purchase order is linked to an advance pending resubmission",
		});
	});

	it("A1: a return keeps an order that could not be linked any more", async () => {
		const id = await raised(world, linked);
		const matched = {
			id: "po-1",
			poNumber: "PO-po-1",
			vendorId: "v-1",
			state: "APPROVED" as const,
			matchingState: "MATCHED" as const,
			amount: 1,
		};
		await world.import({ org: { id: "acme" }, purchaseOrders: [matched] });
		world.skipPauses();
		const { status } = await decide(world, id, "u-2", { body: giveBack });
		expect(status).toBe(200);
		expect(await order(world)).toMatchObject({
			link: { advanceId: id, state: "PENDING_RESUBMISSION" },
		});
	});

	it("A1: a later import changes policies, but not requests in progress", async () => {
		const id = await raised(world);
		await world.import(acmeWithStages([{ approvers: ["u-3"] }]));
		expect(await states(world, id)).toEqual([
			["OPEN", "OPEN"],
			["WAITING", "WAITING"],
		]);
	});
});

describe("A2: repetition", () => {
	it("A2: the same decision is 200 with the record as it is, the other 409 ALREADY_DECIDED, after any later change", async () => {
		const id = await raised(world);
		await decide(world, id, "u-1", { body: { note: "First" } });
		const repeated = { body: { note: "Second" }, ifMatch: 77 };
		const record = await show(world, id);
		expect(await decide(world, id, "u-1", repeated)).toMatchObject({
			status: 200,
			headers: { etag: '"2"' },
			body: { data: record },
		});
		expect(record.approvals[0].note).toBe("First");
		const other = { body: reject, ifMatch: 77 };
		expect(await decide(world, id, "u-1", other)).toMatchObject(
			refusal(409, "ALREADY_DECIDED", /otherwise: .* cannot be changed$/),
		);
		// A round that has not begun has no decision to repeat.
		const next = { body: { round: 2 } };
		expect(await decide(world, id, "u-1", next)).toMatchObject(
			refusal(409, "INVALID_STATE_TRANSITION"),
		);
		await decide(world, id, "u-2", { body: giveBack });
		await resubmit(world, id, { ifMatch: 3 });
		expect(await decide(world, id, "u-1", repeated)).toMatchObject({
			status: 200,
			body: { data: { round: 2, version: 4 } },
		});
		expect(await decide(world, id, "u-2")).toMatchObject(
			refusal(409, "ALREADY_DECIDED"),
		);
		await cancel(world, id);
		expect(await decide(world, id, "u-1")).toMatchObject({
			status: 200,
			body: { data: { state: "CANCELLED" } },
		});
	});

	it("A2: the same holds for the tenth stage of a former round", async () => {
		const stages = Array.from({ length: 10 }, () => ({ approvers: ["u-1"] }));
		await importLater(world, acmeWithStages(stages));
		const id = await raised(world);
		for (let stage = 0; stage < 9; stage++)
			await decide(world, id, "u-1", { body: { stage } });
		expect(await inbox(world, "u-1")).toEqual([`${id} 9 1`]);
		const returned = { body: { ...giveBack, stage: 9 } };
		await decide(world, id, "u-1", returned);
		expect((await resubmit(world, id, { ifMatch: 11 })).status).toBe(200);
		expect(await decide(world, id, "u-1", returned)).toMatchObject({
			status: 200,
			body: { data: { round: 2, version: 12 } },
		});
		expect(
			await decide(world, id, "u-1", { body: { stage: 9 } }),
		).toMatchObject(refusal(409, "ALREADY_DECIDED"));
	});
});

describe("Common to A2 to A5: order of checks", () => {
	it("A2: the form of If-Match, the body, 404, 412, 409, 403", async () => {
		const id = await raised(world);
		const wrong = { decision: "PERHAPS", stage: 5, round: 9 };
		const bad = { headers: { "if-match": "1" }, body: wrong };
		expect(await decide(world, "x", "u-3", bad)).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /\/if-match/),
		);
		expect(
			await decide(world, "x", "u-3", { body: wrong, ifMatch: 9 }),
		).toMatchObject(refusal(400, "VALIDATION_ERROR", /\/decision/));
		const other = { body: { stage: 5 }, ifMatch: 9 };
		expect(await decide(world, "x", "u-3", other)).toMatchObject(
			refusal(404, "PAYMENT_REQUEST_NOT_FOUND"),
		);
		expect(await decide(world, id, "u-3", other)).toMatchObject(
			refusal(412, "VERSION_MISMATCH"),
		);
		expect(
			await decide(world, id, "u-3", { body: { stage: 5 } }),
		).toMatchObject(refusal(409, "INVALID_STATE_TRANSITION", /PENDING/));
		expect(await decide(world, id, "u-3")).toMatchObject(
			refusal(
				403,
				"ACCESS_DENIED",
				/User u-1 \(u-1\), User u-2 \(u-2\) can decide/,
			),
		);
	});

	it.each([
		[{ decision: "REJECT" }, /\/ must have required property 'note'/],
		[{ decision: "RETURN" }, /\/ must have required property 'note'/],
		[{ note: "" }, /\/note must NOT have fewer than 1 characters/],
		[{ note: "x".repeat(1001) }, /\/note must NOT have more than 1000/],
		[{ note: null }, /\/note must be string/],
		[{ stage: 0.5 }, /\/stage must be integer/],
		[{ round: "1" }, /\/round must be integer/],
		[{ stage: undefined }, /must have required property 'stage'/],
	])("A2: 400 for %j", async (body, message) => {
		const id = await raised(world);
		expect(await decide(world, id, "u-1", { body })).toMatchObject(
			refusal(400, "VALIDATION_ERROR", message),
		);
	});

	it("A2: a note of 1,000 characters is stored whole, unknown properties are ignored", async () => {
		const id = await raised(world);
		const note = "😀".repeat(1000);
		const body = { ...giveBack, note, more: 1 };
		expect((await decide(world, id, "u-1", { body })).status).toBe(200);
		const [entry] = await history(world, id);
		expect(entry.note).toBe(note);
	});

	it.each([
		[0, 2],
		[0, 0],
		[1, 1],
		[-1, 1],
		[20, -3],
		[1e9, 1e9],
	])(
		"A2: stage %j of round %j, which is not open, is 409",
		async (stage, round) => {
			const id = await raised(world);
			expect(
				await decide(world, id, "u-3", { body: { stage, round } }),
			).toMatchObject(
				refusal(
					...([409, "INVALID_STATE_TRANSITION"] as const),
					/ PENDING, and stage 0 of round 1 is open: only its approvals /,
				),
			);
		},
	);

	it.each([
		["REJECTED", (id: string) => decide(world, id, "u-1", { body: reject })],
		[
			"PENDING_RESUBMISSION",
			(id: string) => decide(world, id, "u-1", { body: giveBack }),
		],
		["CANCELLED", (id: string) => cancel(world, id)],
	])(
		"A2: a request that is %s is 409, naming the state",
		async (state, end) => {
			const id = await raised(world);
			await end(id);
			const message = new RegExp(` ${state}: .* only while it is PENDING$`);
			expect(await decide(world, id, "u-2")).toMatchObject(
				refusal(409, "INVALID_STATE_TRANSITION", message),
			);
		},
	);

	it("A2: If-Match with the version decides, another text of the same number does not; x-idempotency-key is not read", async () => {
		const id = await raised(world);
		for (const text of ["01", "1.0", " 1"]) {
			const headers = { "if-match": `"${text}"` };
			expect(await decide(world, id, "u-1", { headers })).toMatchObject(
				refusal(412, "VERSION_MISMATCH"),
			);
		}
		const options = { ifMatch: 1, headers: { "x-idempotency-key": "" } };
		expect((await decide(world, id, "u-1", options)).status).toBe(200);
	});

	it("A1: an advance of an organization file has no workflow", async () => {
		const advances = [
			{ id: "adv-1", vendorId: "v-1", state: "PENDING" as const },
		];
		await world.import({ ...twoStages, advances });
		const noWorkflow = refusal(409, "INVALID_STATE_TRANSITION", / PENDING /);
		expect(await decide(world, "adv-1", "u-1")).toMatchObject(noWorkflow);
		expect(await cancel(world, "adv-1")).toMatchObject(noWorkflow);
		expect(await resubmit(world, "adv-1", { ifMatch: 1 })).toMatchObject(
			noWorkflow,
		);
		const body = { to: "u-1" };
		expect(await changeApprover(world, "adv-1", { body })).toMatchObject(
			noWorkflow,
		);
		expect(
			await changeApprover(world, "adv-1", { body, ifMatch: 2 }),
		).toMatchObject(refusal(412, "VERSION_MISMATCH"));
		expect(await history(world, "adv-1")).toEqual([]);
	});
});

describe("A2: who decides", () => {
	it("A2: the message names up to five users who can decide now", async () => {
		const users = Array.from({ length: 7 }, (_, index) => `u-${index + 1}`);
		const stages = [{ approvers: ["u-gone", "u-absent", ...users] }];
		const file = acmeWithStages(stages, { userCount: 7 });
		for (const user of file.users ?? []) if (user.id === "u-4") user.name = "";
		await world.import(file);
		const id = await raised(world);
		const { body } = await decide(world, id, "u-book");
		expect(body.error.message).toBe(
			"You have no open approval of this stage: User u-1 (u-1), User u-2 (u-2), User u-3 (u-3), (u-4), User u-5 (u-5) and 2 more can decide it now",
		);
	});

	it("A2: or says that none can, and that an ADMIN can add an approver", async () => {
		await world.import(acmeWithStages([{ approvers: ["u-gone"] }]));
		const id = await raised(world);
		expect(await decide(world, id, "u-1")).toMatchObject(
			refusal(
				403,
				"ACCESS_DENIED",
				/no user can decide it now, and an ADMIN can add an approver/,
			),
		);
	});

	it.each<{ selfApproval?: boolean }>([{}, { selfApproval: true }])(
		"A2, A7: a requester who is no approver gets the same message as others, where the policy lets requesters decide: %j",
		async (policy) => {
			await world.import(acmeWithStages([{ approvers: ["u-1"] }], { policy }));
			const id = await raised(world);
			expect(await decide(world, id, testKey)).toMatchObject(
				refusal(
					403,
					"ACCESS_DENIED",
					/^You have no open approval of this stage: User u-1 \(u-1\) can decide it now$/,
				),
			);
		},
	);

	it("A2, A5: a stage without approvers opens and stays open, even the last one; a refusal in the next stage names its approvers", async () => {
		await world.import(
			acmeWithStages([
				{ approvers: [] },
				{ approvers: ["u-1"] },
				{ approvers: [] },
			]),
		);
		const id = await raised(world);
		expect(await show(world, id)).toMatchObject({ state: "PENDING" });
		expect(await decide(world, id, "u-1")).toMatchObject(
			refusal(403, "ACCESS_DENIED", /no user can decide/),
		);
		const added = await changeApprover(world, id, { body: { to: "u-2" } });
		expect(added.status).toBe(200);
		await decide(world, id, "u-2");
		expect(await states(world, id)).toEqual([["APPROVED"], ["OPEN"]]);
		const later = await decide(world, id, "u-2", { body: { stage: 1 } });
		expect(later).toMatchObject(
			refusal(
				403,
				"ACCESS_DENIED",
				/of this stage: User u-1 \(u-1\) can decide it now$/,
			),
		);
		const approved = await decide(world, id, "u-1", { body: { stage: 1 } });
		expect(approved.body.data).toMatchObject({ state: "PENDING" });
		expect((await actions(world, id)).at(-1)).toBe("STAGE_OPENED 2");
		const last = { stage: 2, to: "u-3" };
		await changeApprover(world, id, { body: last, ifMatch: 4 });
		expect(await inbox(world, "u-3")).toEqual([`${id} 2 1`]);
		expect(
			await decide(world, id, "u-3", { body: { stage: 2 } }),
		).toMatchObject({ body: { data: { state: "APPROVED" } } });
	});
});
