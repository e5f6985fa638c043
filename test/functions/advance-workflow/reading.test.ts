import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { toCursor } from "../../../functions/read-records/cursor.ts";
import {
	approvalKey,
	paymentRequestKey,
} from "../../../shared/dynamodb/keys.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import { walk } from "../read-records/records.ts";
import {
	acmeWithStages,
	advance,
	cancel,
	changeApprover,
	decide,
	giveBack,
	history,
	importLater,
	inbox,
	raised,
	refusal,
	resubmit,
	states,
} from "./workflow.ts";

const world = useWorld(() =>
	acmeWithStages([{ approvers: ["u-1", "u-2"] }, { approvers: ["u-3"] }], {
		tdsTaxes: [{ id: 1, name: "TDS 10%", rate: 10, rateType: "PERCENTAGE" }],
	}),
);
const approvals = "/v1.0/approval";
const historyOf = (id: string) => `/v1.0/payment/request/${id}/history`;

describe("A6: history", () => {
	it("A6: newest first, a consequence before its cause, with who did it", async () => {
		const id = await raised(world);
		passSeconds(world, 60);
		await decide(world, id, "u-1", { body: { note: "Yes" } });
		passSeconds(world, 60);
		await decide(world, id, "u-2");
		const { body } = await world.get(historyOf(id));
		const by = { keyId: expect.stringMatching(/^key_/), channel: "API" };
		const plain = { round: 1, note: null, changes: null };
		const at = (minute: number) => `2026-11-21T10:0${minute}:00.000Z`;
		expect(body.data).toEqual({
			items: [
				{ ...plain, action: "STAGE_OPENED", at: at(2), by: null, stage: 1 },
				{
					...plain,
					action: "APPROVED",
					at: at(2),
					by: { ...by, userId: "u-2" },
					stage: 0,
				},
				{
					...plain,
					action: "APPROVED",
					at: at(1),
					by: { ...by, userId: "u-1" },
					stage: 0,
					note: "Yes",
				},
				{ ...plain, action: "STAGE_OPENED", at: at(0), by: null, stage: 0 },
				{
					...plain,
					action: "CREATED",
					at: at(0),
					by: { ...by, userId: "u-admin" },
					stage: null,
				},
			].map((entry) => ({ ...entry, id: expect.any(String) })),
			nextCursor: null,
		});
		const ids = body.data.items.map(({ id }: { id: string }) => id);
		expect(new Set(ids).size).toBe(5);
		// A page with room for exactly the rest is the last one.
		const full = await world.get(historyOf(id), { limit: "5" });
		expect(full.body).toEqual(body);
	});

	it.each([1, 2, 3, 100])(
		"R1: pages of %i have every entry once, in order",
		async (limit) => {
			const id = await raised(world);
			await decide(world, id, "u-1", { body: giveBack });
			await resubmit(world, id);
			await decide(world, id, "u-1", { body: { round: 2 } });
			await decide(world, id, "u-2", { body: { round: 2 } });
			await cancel(world, id);
			const all = await history(world, id);
			expect(all).toHaveLength(9);
			expect(await walk(world, historyOf(id), { limit: `${limit}` })).toEqual(
				all,
			);
		},
	);

	it("R1: records that are added meanwhile do not shift the pages", async () => {
		const id = await raised(world);
		await decide(world, id, "u-1");
		const all = await history(world, id);
		let added = 0;
		const walked = await walk(
			world,
			historyOf(id),
			{ limit: "1" },
			async () => {
				if (added++ === 0) await decide(world, id, "u-2");
			},
		);
		expect(walked).toEqual(all);
	});

	it("A6: 404 for an unknown request; a cursor of another request is refused", async () => {
		expect(await world.get(historyOf("x"))).toMatchObject(
			refusal(404, "PAYMENT_REQUEST_NOT_FOUND"),
		);
		const [one, other] = [await raised(world), await raised(world)];
		const { body } = await world.get(historyOf(one), { limit: "1" });
		const { nextCursor: cursor } = body.data;
		expect(await world.get(historyOf(other), { cursor })).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /\/cursor/),
		);
	});

	it.each(["", "xHISTORY#0000000002#0", "HISTORY#0000000002#0x"])(
		"R1: a cursor with a position of the caller's own is refused: %j",
		async (position) => {
			const id = await raised(world);
			const list = "payment-request-history";
			const identity = { organizationId: "acme", list, recordId: id };
			const cursor = toCursor({ ...identity, filters: {} }, position);
			expect(await world.get(historyOf(id), { cursor })).toMatchObject(
				refusal(400, "VALIDATION_ERROR", /\/cursor/),
			);
		},
	);

	it("A6: COMPLETED follows a creation without stages", async () => {
		await importLater(world, acmeWithStages([]));
		const id = await raised(world);
		expect(await history(world, id)).toMatchObject([
			{ action: "COMPLETED", by: null, stage: null },
			{ action: "CREATED" },
		]);
	});
});

describe("A6: inbox", () => {
	it("A6: the open approvals of the key's user, the latest opened first", async () => {
		const taxed = { ...advance, narration: "Steel", tdsId: 1, tdsAmount: 100 };
		const first = await raised(world, taxed);
		passSeconds(world, 60);
		const second = await raised(world, { ...advance, vendorId: "v-2" });
		passSeconds(world, 60);
		await decide(world, second, "u-1");
		const { body } = await world.get(approvals, "", { key: "u-2" });
		expect(body.data).toEqual({
			items: [
				expect.objectContaining({
					paymentRequestId: second,
					...{ vendorId: "v-2", vendorName: "Paper Traders" },
					...{ netPayable: 1_000, narration: null },
				}),
				{
					paymentRequestId: first,
					stage: 0,
					round: 1,
					requestedAt: "2026-11-21T10:00:00.000Z",
					vendorId: "v-1",
					vendorName: "Steel Traders",
					currency: "INR",
					netPayable: 900,
					narration: "Steel",
					requestedBy: { userId: "u-admin", keyId: expect.any(String) },
				},
			],
			nextCursor: null,
		});
		passSeconds(world, 60);
		await decide(world, first, "u-1");
		await decide(world, first, "u-2");
		expect(await inbox(world, "u-3")).toEqual([`${first} 1 1`]);
		const opened = await world.get(approvals, "", { key: "u-3" });
		expect(opened.body.data.items[0].requestedAt).toBe(
			"2026-11-21T10:03:00.000Z",
		);
	});

	it("A6: requestedBy is the user who last resubmitted; requestedAt of a changed approver is when they were named", async () => {
		const id = await raised(world);
		await decide(world, id, "u-1", { body: giveBack });
		await resubmit(world, id, { key: "u-book" });
		passSeconds(world, 60);
		const body = { from: "u-1", to: "u-3", round: 2 };
		await changeApprover(world, id, { body, ifMatch: 3 });
		const { body: shown } = await world.get(approvals, "", { key: "u-3" });
		expect(shown.data.items).toMatchObject([
			{
				requestedBy: { userId: "u-book" },
				requestedAt: "2026-11-21T10:01:00.000Z",
				round: 2,
			},
		]);
	});

	it("A6: with userId those of another user, for the role ADMIN, after the query is valid", async () => {
		const id = await raised(world);
		const of = (key: string | undefined, query: Record<string, string>) =>
			world.get(approvals, query, { ...(key && { key }) });
		const { body } = await of(undefined, { userId: "u-1" });
		expect(body.data.items).toMatchObject([{ paymentRequestId: id }]);
		expect(await of("u-1", { userId: "u-1" })).toMatchObject({ body });
		expect(await of("u-1", { userId: "u-2" })).toMatchObject(
			refusal(403, "ACCESS_DENIED"),
		);
		expect(await of("u-1", { userId: "u-2", limit: "0" })).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /\/limit/),
		);
		expect(await of("u-1", { userId: "u-2", cursor: "x" })).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /\/cursor/),
		);
		for (const userId of ["u-absent", "x".repeat(2_000), "a#b"])
			expect((await of(undefined, { userId })).body.data).toEqual({
				items: [],
				nextCursor: null,
			});
	});

	it("R1: a cursor belongs to one user's inbox, and works with another limit", async () => {
		for (let count = 0; count < 5; count++) {
			await raised(world);
			// Two open in the same millisecond, and a page ends between them.
			if (count % 2 === 1) passSeconds(world, 1);
		}
		const all = await inbox(world, "u-1");
		const pages = await walk(world, approvals, { userId: "u-1", limit: "2" });
		expect(
			pages.map(({ paymentRequestId }) => `${paymentRequestId} 0 1`),
		).toEqual(all);
		const { body } = await world.get(approvals, "limit=1", { key: "u-1" });
		const { nextCursor: cursor } = body.data;
		const query = { cursor };
		expect((await world.get(approvals, query, { key: "u-1" })).status).toBe(
			200,
		);
		expect(await world.get(approvals, query, { key: "u-2" })).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /\/cursor/),
		);
	});

	it.each([
		["was cancelled", (id: string) => cancel(world, id)],
		["has opened its next stage", (id: string) => decide(world, id, "u-2")],
		[
			"has begun another round",
			async (id: string) => {
				await decide(world, id, "u-2", { body: giveBack });
				return resubmit(world, id, { ifMatch: 3 });
			},
		],
	])(
		"A6: an entry that the index still has is not shown when its request %s",
		async (_, act) => {
			const other = await raised(world);
			const id = await raised(world);
			await decide(world, id, "u-1");
			const query = world.gateway.faults.add({
				operation: "Query",
				accessKeyId: "service",
				times: 1,
				async effect(call, forward) {
					const answer = await forward(call);
					query.remove();
					await act(id);
					return answer;
				},
			});
			expect(await inbox(world, "u-2")).toEqual([`${other} 0 1`]);
		},
	);
});

it("A6: a request of more than 1 MB, which is more than one page of a query, is read as a whole and decided", async () => {
	const stages = ["u-1", "u-2", "u-3", "u-1"].map((one) => ({
		approvers: [one],
	}));
	await importLater(world, acmeWithStages(stages));
	const id = await raised(world);
	const keys = stages.map((_, stage) =>
		approvalKey("acme", id, { round: 1, stage }),
	);
	// As its tags, and the notes of many approvers, fill them.
	for (const Key of [paymentRequestKey("acme", id), ...keys])
		await world.table.documents.send(
			new UpdateCommand({
				TableName: world.table.name,
				Key,
				UpdateExpression: "SET ballast = :ballast",
				ExpressionAttributeValues: { ":ballast": "x".repeat(390_000) },
			}),
		);
	world.skipPauses();
	expect((await decide(world, id, "u-1")).status).toBe(200);
	expect(await states(world, id)).toEqual([
		...[["APPROVED"], ["OPEN"], ["WAITING"], ["WAITING"]],
	]);
});

describe("R1: permissions", () => {
	it("A2 to A6: payments:approve decides, and reads a request and its history, and no list; payments:request does the rest", async () => {
		const file = acmeWithStages([{ approvers: ["u-1"] }]);
		await importLater(world, {
			...file,
			apiKeys: [
				...(file.apiKeys ?? []),
				{
					key: "only",
					name: "Only",
					userId: "u-1",
					permissions: ["payments:approve"],
				},
				{
					key: "other",
					name: "Other",
					userId: "u-admin",
					permissions: ["payments:read", "payments:request"],
				},
			],
		});
		const id = await raised(world);
		const get = async (path: string) =>
			(await world.get(path, "", { key: "only" })).status;
		expect(await get(`/v1.0/payment/request/${id}`)).toBe(200);
		expect(await get(historyOf(id))).toBe(200);
		expect(await get(approvals)).toBe(200);
		expect(await get("/v1.0/payment/request")).toBe(403);
		const refused = refusal(403, "INSUFFICIENT_PERMISSIONS");
		const [only, other] = [{ key: "only" }, { key: "other" }];
		expect(await cancel(world, id, only)).toMatchObject(refused);
		expect(await resubmit(world, id, only)).toMatchObject(refused);
		expect(await decide(world, id, "other")).toMatchObject(refused);
		expect(await changeApprover(world, id, other)).toMatchObject(refused);
		expect(await world.get(approvals, "", other)).toMatchObject(refused);
		expect((await decide(world, id, "only")).status).toBe(200);
	});
});
