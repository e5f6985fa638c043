import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { itemBytes } from "../../../shared/dynamodb/item-size.ts";
import { approvalKey } from "../../../shared/dynamodb/keys.ts";
import type { Item } from "../../../shared/dynamodb/reads/batch-get.ts";
import { toStoredInteger } from "../../../shared/dynamodb/stored-values.ts";
import { listOpenApprovals } from "../../../shared/payment-requests/inbox/list-open-approvals.store.ts";
import { createKey } from "../../../tools/operator/keys/create-key.ts";
import { reindex } from "../../../tools/operator/organizations/reindex.ts";
import { askAgain } from "../../../tools/operator/payment-requests/ask-again.ts";
import { before as meanwhile } from "../../support/aws-gateway/faults/effects.ts";
import {
	isNoInvoice,
	made,
	openEarlierWorld,
} from "../../support/earlier-version.ts";
import { stripAttributes } from "../../support/strip-attributes.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useOpened } from "../../support/use-world.ts";
import { exported } from "../../tools/operator/exported.ts";
import {
	actions,
	cancel,
	changeApprover,
	decide,
	giveBack,
	inbox,
	inboxSize,
	order,
	refusal,
	reject,
	resubmit,
	show,
	states,
} from "./workflow.ts";

const world = useOpened(() => openEarlierWorld(isNoInvoice));
const { advances } = made.ids;
const admin = "admin-approves";
const approver = "approver-approves";
beforeEach(async () => {
	for (const [secret, userId] of [
		[admin, "u-admin"],
		[approver, "u-approver"],
		["manager", "u-admin"],
	] as const)
		await createKey(world.table, {
			organizationId: "acme",
			userId,
			permissions: ["payments:approve", "payments:read", "payments:request"],
			name: secret,
			expiresAt: null,
			secret,
			now: world.time.now,
		});
});

const byAdmin = { key: admin };

async function setStored(id: string, sk: string, attribute: object) {
	const [[name, value] = []] = Object.entries(attribute);
	await world.table.documents.send(
		new UpdateCommand({
			TableName: world.table.name,
			Key: { pk: `ORG#acme#PR#${id}`, sk },
			UpdateExpression: "SET #name = :value",
			ExpressionAttributeNames: { "#name": `${name}` },
			ExpressionAttributeValues: { ":value": value },
		}),
	);
}

/** Gives a request tags with which its item has so many bytes. */
async function fill(id: string, bytes: number) {
	const tagsOf = (length: number) => ({
		tags: JSON.stringify({ t: { value: "x".repeat(length) } }),
	});
	await setStored(id, "PR", tagsOf(0));
	const item = (await tableContents(world)).get(`ORG#acme#PR#${id} PR`);
	await setStored(id, "PR", tagsOf(bytes - itemBytes(item)));
}

describe("A1: requests that version dcd53ad stored", () => {
	it("have the one stage that was stored, which requires ALL, and a history that begins empty", async () => {
		const id = advances.pending;
		expect(await show(world, id)).toMatchObject({
			round: 1,
			version: 1,
			approvals: [
				{ round: 1, stage: 0, requires: "ALL", state: "OPEN" },
				{ round: 1, stage: 0, requires: "ALL", state: "OPEN" },
			],
		});
		expect(await actions(world, id)).toEqual([]);
		expect((await decide(world, id, approver)).status).toBe(200);
		const last = await decide(world, id, admin, { ifMatch: 2 });
		expect(last.body.data).toMatchObject({ state: "APPROVED", version: 3 });
		expect(await actions(world, id)).toEqual([
			...["APPROVED 0", "APPROVED 0", "COMPLETED"],
		]);
	});

	it("are returned and resubmitted into a second round of the policy's stages", async () => {
		const id = advances.pending;
		const held = made.ids.order;
		await decide(world, id, approver, { body: giveBack });
		expect(await order(world, held)).toMatchObject({
			link: { advanceId: id, state: "PENDING_RESUBMISSION" },
		});
		const body = {
			amount: 100_000,
			vendorId: (await show(world, id)).vendorId,
		};
		const answer = await resubmit(world, id, { body, ...byAdmin });
		expect(answer.status).toBe(200);
		expect(await states(world, id)).toEqual([["OPEN", "OPEN"], ["WAITING"]]);
		expect(await order(world, held)).toMatchObject({ link: null });
		expect(await inbox(world, approver)).toEqual([`${id} 0 2`]);
	});

	it("with more approvers than a stage may have now are decided, and get no more", async () => {
		const id = advances.pendingManyApprovers;
		const add = { body: { to: "u-member" }, ...byAdmin };
		expect(
			await changeApprover(world, id, { ...add, ifMatch: 1 }),
		).toMatchObject({
			status: 400,
			body: { error: { message: expect.stringMatching(/\/to .*20/) } },
		});
		expect((await cancel(world, id, byAdmin)).status).toBe(200);
		expect(await states(world, id)).toEqual([Array(21).fill("SKIPPED")]);
	});

	it("and that fill their item are returned, and cancelled", async () => {
		const id = advances.pending;
		await fill(id, 399 * 1024);
		expect((await decide(world, id, approver, { body: giveBack })).status).toBe(
			200,
		);
		expect((await cancel(world, id, byAdmin)).status).toBe(200);
	});

	it("and that have no room for a change are refused it, with a text that names no tags", async () => {
		const id = advances.pending;
		await fill(id, 400 * 1024 - 20);
		const tooLarge = refusal(400, "VALIDATION_ERROR", /^The .* too large/);
		expect(await decide(world, id, approver)).toMatchObject(tooLarge);
		expect(await cancel(world, id, byAdmin)).toMatchObject(tooLarge);
		const now = world.time.now;
		const asking = {
			organizationId: "acme",
			askedBefore: now.toISOString(),
			now,
		};
		const askAll = async () => {
			for await (const { paymentRequestId } of askAgain(world.table, asking))
				expect(paymentRequestId).not.toBe(id);
		};
		await expect(askAll()).rejects.toThrow(
			`The approvers of ${id} cannot be asked again`,
		);
	});

	it("and whose stage has no room for a decision are refused it", async () => {
		const id = advances.pending;
		const waiting = { userId: "u-approver", state: "OPEN" };
		const large = { userId: "x".repeat(399 * 1024), state: "SKIPPED" };
		const { sk } = approvalKey("acme", id, { round: 1, stage: 0 });
		await setStored(id, sk, { approvers: [waiting, large] });
		expect(await decide(world, id, approver)).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /^The .* too large/),
		);
	});

	it("without a stage are cancelled: the other refusals say so, and send no one to another endpoint", async () => {
		const id = advances.approved;
		await setStored(id, "PR", { state: "PENDING" });
		await setStored(id, "PR", { importDigest: "digest" });
		expect(await states(world, id)).toEqual([]);
		const refused = refusal(
			...([409, "INVALID_STATE_TRANSITION"] as const),
			/has no stage, .*: cancel it, or have an organization file end it/,
		);
		expect(await decide(world, id, approver)).toMatchObject(refused);
		const body = { to: "u-approver" };
		const added = changeApprover(world, id, { body, ...byAdmin, ifMatch: 1 });
		expect(await added).toMatchObject(refused);
		expect((await cancel(world, id, byAdmin)).body.data).toMatchObject({
			state: "CANCELLED",
		});
	});

	it("are not added to a list by a decision when they are in none: reindex does that", async () => {
		const id = advances.pending;
		const isRequest = ({ sk }: Item) => sk === "PR";
		await stripAttributes(world, ["listPk", "listSk"], isRequest);
		expect((await decide(world, id, approver)).status).toBe(200);
		const item = (await tableContents(world)).get(`ORG#acme#PR#${id} PR`);
		expect(Object.keys(item ?? {}).filter((key) => /^list/.test(key))).toEqual(
			[],
		);
	});

	it("and that a file of that version ends, which raises no version, are not decided at the same moment", async () => {
		const id = advances.pending;
		world.skipPauses();
		world.addFault({
			operation: "TransactWriteItems",
			times: 1,
			effect: meanwhile(() => setStored(id, "PR", { state: "REJECTED" })),
		});
		expect(await decide(world, id, approver)).toMatchObject(
			refusal(409, "INVALID_STATE_TRANSITION", / REJECTED:/),
		);
		expect(await show(world, id)).toMatchObject({ state: "REJECTED" });
	});

	it("without approvers get one, who may be the requester: their policies did not forbid it", async () => {
		const id = advances.pendingNoApprover;
		expect(await states(world, id)).toEqual([]);
		const body = { to: "u-admin" };
		const added = await changeApprover(world, id, { body, ...byAdmin });
		expect(added.status).toBe(200);
		const decided = await decide(world, id, admin);
		expect(decided.body.data).toMatchObject({ state: "APPROVED" });
	});

	it.each([
		["approvedByFile", "APPROVED"],
		["rejectedByFile", "REJECTED"],
		["returnedByFile", "PENDING_RESUBMISSION"],
	] as const)(
		"that a file has decided since have no open approvals, and can be cancelled unless REJECTED: %s",
		async (name, state) => {
			const id = advances[name];
			const record = await show(world, id);
			expect(record.state).toBe(state);
			for (const approval of record.approvals)
				expect(approval.state).toBe("SKIPPED");
			expect((await decide(world, id, approver)).status).toBe(409);
			const [request] = (await exported(world)).paymentRequests.filter(
				(one: { id: string }) => one.id === id,
			);
			expect(request).toMatchObject({
				approvals: record.approvals,
				history: [],
			});
			const { status } = await cancel(world, id, byAdmin);
			expect(status).toBe(state === "REJECTED" ? 409 : 200);
			expect(await states(world, id)).toEqual([["SKIPPED", "SKIPPED"]]);
		},
	);
});

describe("A6: reindex adds the open approvals to the inboxes", () => {
	it("A6: of all requests that wait, once", async () => {
		expect(await inbox(world, approver)).toEqual([]);
		const summary = await reindex(world.table, "acme");
		expect(summary.openApprovals).toBe(2 + 2 + 21 + 1);
		expect(await inbox(world, approver)).toEqual([
			`${advances.pendingWithoutLink} 0 1`,
			`${advances.pending} 0 1`,
		]);
		const contents = await tableContents(world);
		const again = await reindex(world.table, "acme");
		expect(again).not.toHaveProperty("openApprovals");
		expect(await tableContents(world)).toEqual(contents);
		await decide(world, advances.pending, approver, { body: reject });
		await cancel(world, advances.pendingManyApprovers, byAdmin);
		expect(await inboxSize(world)).toBe(2 + 1);
	});

	it.each([
		[
			"a cancellation",
			(id: string) => cancel(world, id, byAdmin),
			{ state: "CANCELLED", open: [] },
		],
		[
			"the decision of one of two approvers",
			(id: string) => decide(world, id, approver),
			{ state: "PENDING", open: [`${advances.pending} 0 1`] },
		],
	])(
		"A6: those alone that are open after %s at the same moment",
		async (_, change, { state, open }) => {
			const id = advances.pending;
			const changed = world.gateway.faults.add({
				operation: "TransactWriteItems",
				accessKeyId: "test",
				times: 1,
				effect: meanwhile(() => change(id)),
			});
			for (const other of Object.values(advances).filter((one) => one !== id))
				await settle(other);
			await reindex(world.table, "acme");
			expect(changed.hits).toBe(1);
			expect(await show(world, id)).toMatchObject({ state, version: 2 });
			expect(await inbox(world, admin)).toEqual(open);
			expect(await inboxSize(world)).toBe(open.length);
		},
	);

	it("A6: none of a request that changes during each of six attempts: that is an error", async () => {
		const id = advances.pending;
		let version = 1;
		const raiseVersion = () =>
			setStored(id, "PR", { version: toStoredInteger(++version) });
		const changed = world.gateway.faults.add({
			...{ operation: "TransactWriteItems", accessKeyId: "test" },
			effect: meanwhile(raiseVersion),
		});
		await expect(listOpenApprovals(world.table, "acme", id)).rejects.toThrow(
			"changed too often",
		);
		expect(changed.hits).toBe(6);
		expect(await inboxSize(world)).toBe(0);
	});

	it("A6: a cancellation takes all of them out again, of as many approvers as a transaction can", async () => {
		const id = advances.pendingManyApprovers;
		const approvers = Array.from({ length: 95 }, (_, index) => ({
			...{ userId: `u-${index}`, state: "OPEN" },
		}));
		await setStored(id, "APPROVAL#0", { approvers });
		await reindex(world.table, "acme");
		const size = await inboxSize(world);
		expect((await cancel(world, id, byAdmin)).status).toBe(200);
		expect(await inboxSize(world)).toBe(size - 95);
	});

	it.each([
		["cancelled", (id: string) => cancel(world, id, byAdmin)],
		["returned and resubmitted", returnAndResubmit],
	])(
		"27: and deletes what the end of a larger stage left in them: %s",
		async (_, end) => {
			const id = advances.pending;
			const approvers = Array.from({ length: 200 }, (_, index) => ({
				userId: index === 0 ? "u-admin" : `u-${index}`,
				state: "OPEN",
			}));
			await setStored(id, "APPROVAL#0", { approvers });
			await reindex(world.table, "acme");
			expect((await end(id)).status).toBe(200);
			const size = await inboxSize(world);
			const summary = await reindex(world.table, "acme");
			expect(summary).not.toHaveProperty("openApprovals");
			expect(await inboxSize(world)).toBe(size - (200 - 95));
			const contents = await tableContents(world);
			await reindex(world.table, "acme");
			expect(await tableContents(world)).toEqual(contents);
		},
	);

	async function returnAndResubmit(id: string) {
		const returned = await decide(world, id, admin, { body: giveBack });
		expect(returned.status).toBe(200);
		const { vendorId } = await show(world, id);
		const body = { amount: 100_000, vendorId };
		return resubmit(world, id, { body, ...byAdmin });
	}

	/** Takes a request out of the way. */
	const settle = (id: string) => setStored(id, "PR", { state: "REJECTED" });
});
