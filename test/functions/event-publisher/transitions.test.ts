import { expect, it } from "vitest";
import { paymentRequestKey } from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { batchPut } from "../../../shared/dynamodb/writes/batch-put.ts";
import type {
	DetailType,
	ServiceEvent,
} from "../../../shared/events/service-event.ts";
import {
	decideByLink,
	readLink,
	tokenOf,
} from "../../support/approval-page.ts";
import { acmeWithApprovers, approver } from "../../support/approvers.ts";
import { after as afterwards } from "../../support/aws-gateway/faults/effects.ts";
import { requireDocumentedEvent } from "../../support/event-schemas.ts";
import { logged } from "../../support/logged.ts";
import {
	allDone,
	deliverToMailer,
	deliverToPublisher,
} from "../../support/notify.ts";
import { recordsOf } from "../../support/stream-records.ts";
import { useWorld } from "../../support/use-world.ts";

const requester = approver("u-admin", { name: "Asha", role: "ADMIN" });
const other = approver("u-other", { role: "ADMIN" });
const world = useWorld(() => {
	const approvers = ["u-1", "u-2", "u-9"].map((id) => approver(id));
	const file = acmeWithApprovers(approvers, ["u-1", "u-2"]);
	return {
		...file,
		users: [requester, other, ...approvers],
		apiKeys: [
			...(file.apiKeys ?? []),
			{
				key: "other",
				name: "Other",
				userId: "u-other",
				permissions: ["payments:request" as const],
			},
		],
	};
});

const advance = { amount: 100, vendorId: "v-1" };
let id: string;

const raise = () =>
	notified(async () => {
		const path = "/v1.0/payment/request/vendor-advance";
		const { body } = await world.post(path, advance);
		id = body.data.paymentRequestId;
	});
const decide = (
	userId: string,
	decision: { decision: string; note?: string },
) =>
	notified(async () => {
		const answer = await decideByLink(world, tokenOf(world, userId), decision);
		expect(answer.status).toBe(200);
	});
const change = (name: string, body: object, ifMatch?: number) =>
	notified(async () => {
		const path = `/v1.0/payment/request/${id}/${name}`;
		const options = ifMatch === undefined ? {} : { ifMatch };
		expect((await world.post(path, body, options)).status).toBe(200);
	});

/** The events and mails of an action. Each event conforms to its schema; both are delivered a second time, in vain. */
async function notified(act: () => Promise<unknown>) {
	const records = await recordsOf(world, act);
	const { mails, events } = world.outbox;
	const from = { mails: mails.length, events: events.length };
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	expect(await deliverToPublisher(world, records)).toEqual(allDone);
	const sent = mails.slice(from.mails).map(({ to, subject }) => ({
		to: to.join(),
		subject: subject.replace(/:.*/, ""),
	}));
	const published = events.slice(from.events).map((event) => {
		const detailType = event["detail-type"] as DetailType;
		const detail = event.detail as ServiceEvent["detail"];
		requireDocumentedEvent({ detailType, detail });
		return { ...detail.data, type: detailType };
	});
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	expect(mails.length).toBe(from.mails + sent.length);
	return {
		mails: sent.toSorted((one, other) => one.to.localeCompare(other.to)),
		events: published.toSorted((one, other) =>
			one.type.localeCompare(other.type),
		),
	};
}

const asks = (stage: 1 | 2, ...userIds: string[]) =>
	userIds.map((userId) => ({
		to: `${userId}@acme.example`,
		subject: `Approval requested (stage ${stage} of 2)`,
	}));
const tells = (subject: string) => [{ to: "u-admin@acme.example", subject }];
/** The text of the last mail. */
const said = () => world.outbox.mails.at(-1)?.text;

it("A8: each stage and round of a request asks its approvers, and a decision that ends a round notifies the requester", async () => {
	expect(await raise()).toMatchObject({
		mails: asks(1, "u-1", "u-2"),
		events: [
			{ type: "Approval Requested", stage: 0, round: 1 },
			{ type: "Payment Request Created", state: "PENDING" },
		],
	});
	const approve = { decision: "APPROVE" };
	expect(await decide("u-1", approve)).toEqual({
		mails: [],
		events: [
			{
				type: "Approval Decided",
				paymentRequestId: id,
				round: 1,
				version: 2,
				state: "PENDING",
				at: world.time.now.toISOString(),
				by: { userId: "u-1", keyId: null, channel: "MAIL" },
				stage: 0,
				userId: "u-1",
				decision: "APPROVE",
				channel: "MAIL",
				decidedAt: world.time.now.toISOString(),
			},
		],
	});
	expect(await decide("u-2", approve)).toMatchObject({
		mails: asks(2, "u-9"),
		events: [
			{ type: "Approval Decided", userId: "u-2" },
			{ type: "Approval Requested", stage: 1, round: 1, approvers: ["u-9"] },
		],
	});
	expect(said()).toMatch(
		/\nPolicy: +Everything, stage 2 of 2\nStage 1: +User u-1: approved; User u-2: approved; all must approve\nStage 2: +User u-9: asked\n/,
	);
	const former = tokenOf(world, "u-9");
	expect(
		await decide("u-9", { decision: "RETURN", note: "Too much" }),
	).toMatchObject({
		mails: tells("Returned for changes"),
		events: [
			{ type: "Approval Decided", decision: "RETURN" },
			{ type: "Payment Request Returned", state: "PENDING_RESUBMISSION" },
		],
	});
	expect(world.outbox.mails.at(-1)?.text).toContain("Too much");

	expect(await change("resubmission", advance, 4)).toMatchObject({
		mails: asks(1, "u-1", "u-2"),
		events: [
			{ type: "Approval Requested", stage: 0, round: 2 },
			{ type: "Payment Request Resubmitted", round: 2 },
		],
	});
	// A link of the former round shows that round, and decides nothing any more.
	expect((await readLink(world, former)).body.data).toMatchObject({
		request: null,
		approvals: [
			{ round: 1, userId: "u-1", state: "APPROVED" },
			{ round: 1, userId: "u-2", state: "APPROVED" },
			{ round: 1, userId: "u-9", state: "RETURNED", note: "Too much" },
		],
		history: [
			{ action: "RETURNED", round: 1 },
			{ action: "STAGE_OPENED", round: 1 },
			{ action: "APPROVED", round: 1 },
			{ action: "APPROVED", round: 1 },
			{ action: "STAGE_OPENED", round: 1 },
			{ action: "CREATED", round: 1 },
		],
		canDecide: false,
		reason: expect.stringContaining("submitted again"),
	});
	await decide("u-1", approve);
	await decide("u-2", approve);
	expect(await decide("u-9", approve)).toMatchObject({
		mails: tells("Approved"),
		events: [
			{ type: "Approval Decided", round: 2 },
			{ type: "Payment Request Approved", state: "APPROVED", round: 2 },
		],
	});
	expect(await change("cancellation", { reason: "No more" })).toMatchObject({
		mails: [],
		events: [
			{
				type: "Payment Request Cancelled",
				state: "CANCELLED",
				by: { userId: "u-admin", channel: "API" },
			},
		],
	});
});

it("A8: a rejection notifies the requester with its note, and a decision from an organization file notifies nobody", async () => {
	await raise();
	expect(
		await decide("u-2", { decision: "REJECT", note: "Never" }),
	).toMatchObject({
		mails: tells("Rejected"),
		events: [
			{ type: "Approval Decided", decision: "REJECT" },
			{ type: "Payment Request Rejected", state: "REJECTED" },
		],
	});
	expect(world.outbox.mails.at(-1)?.text).toContain("Never");

	await raise();
	const advances = [{ id, vendorId: "v-1", state: "APPROVED" as const }];
	const imported = () =>
		world.import({ org: { id: "acme", name: "Acme" }, advances });
	expect(await notified(imported)).toEqual({ mails: [], events: [] });
});

it("A8: mails the outcome to the user who last resubmitted the request; mails nobody if that user is inactive", async () => {
	await raise();
	await decide("u-1", { decision: "RETURN", note: "Too much" });
	expect(said()).toMatch(/^User u-1 has returned your vendor advance/);
	const path = `/v1.0/payment/request/${id}/resubmission`;
	await notified(() => world.post(path, advance, { key: "other", ifMatch: 2 }));
	expect(said()).toMatch(/^User u-other asks again for your approval/);
	expect(
		await decide("u-2", { decision: "REJECT", note: "Never" }),
	).toMatchObject({
		mails: [{ to: "u-other@acme.example", subject: "Rejected" }],
	});
	expect(said()).toMatch(/^User u-2 has rejected your vendor advance/);
	expect(said()).toMatch(
		/\nRequested by: +Asha, .*\nSubmitted again by: +User u-other, /,
	);
	await raise();
	const users = [{ ...requester, active: false }];
	await world.import({ org: { id: "acme" }, users });
	const returned = await decide("u-1", { decision: "RETURN", note: "Late" });
	expect(returned.mails).toEqual([]);
});

it("A8: a mail of a return that comes after the resubmission, by another user with another amount, is not sent", async () => {
	await raise();
	const token = tokenOf(world, "u-1");
	const records = await recordsOf(world, () =>
		decideByLink(world, token, { decision: "RETURN", note: "Too much" }),
	);
	const path = `/v1.0/payment/request/${id}/resubmission`;
	const body = { ...advance, amount: 60 };
	const options = { key: "other", ifMatch: 2 };
	expect((await world.post(path, body, options)).status).toBe(200);
	const { length } = world.outbox.mails;
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	// Nor when the new round is over, too.
	await change("cancellation", { reason: "No more" });
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	expect(world.outbox.mails).toHaveLength(length);
});

it("A8: a mail of a decision is not sent again when its record comes again after a cancellation", async () => {
	await raise();
	const token = tokenOf(world, "u-1");
	const records = await recordsOf(world, () =>
		decideByLink(world, token, { decision: "RETURN", note: "Too much" }),
	);
	const { length } = world.outbox.mails;
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	await change("cancellation", { reason: "No more" });
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	const subjects = world.outbox.mails.slice(length).map((mail) => mail.subject);
	expect(subjects).toEqual([expect.stringMatching(/^Returned for changes/)]);
});

it("A8: a mail about a decision has the name of its approver, even if the approver is no longer active", async () => {
	await raise();
	const token = tokenOf(world, "u-1");
	const records = await recordsOf(world, () =>
		decideByLink(world, token, { decision: "REJECT", note: "Never" }),
	);
	const users = [approver("u-1", { active: false })];
	await world.import({ org: { id: "acme" }, users });
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	expect(said()).toMatch(/^User u-1 has rejected your vendor advance/);
});

it("ADR 20: a decision that the request does not show yet is delivered again: its mail never says that it was submitted again", async () => {
	await raise();
	const key = paymentRequestKey("acme", id);
	const [before] = await batchGet(world.table, [key]);
	const token = tokenOf(world, "u-1");
	const records = await recordsOf(world, () =>
		decideByLink(world, token, { decision: "REJECT", note: "Never" }),
	);
	const [after] = await batchGet(world.table, [key]);
	await batchPut(world.table, [{ ...before, ...key }]);
	world.skipPauses();
	const { length } = world.outbox.mails;
	expect(await deliverToMailer(world, records)).not.toEqual(allDone);
	expect(world.outbox.mails).toHaveLength(length);
	// It becomes visible after the first read of the next delivery.
	world.addFault({
		operation: "BatchGetItem",
		times: 1,
		effect: afterwards(() => batchPut(world.table, [{ ...after, ...key }])),
	});
	for (let delivery = 0; delivery < 2; delivery++)
		expect(await deliverToMailer(world, records)).toEqual(allDone);
	// The request is read twice by one, and once by the other.
	expect(
		logged(world, "Mails")
			.slice(-2)
			.map(({ results, awsCalls }) => ({ results, awsCalls })),
	).toEqual([
		{ results: { SENT: 1 }, awsCalls: 7 },
		{ results: { SENT_BEFORE: 1 }, awsCalls: 3 },
	]);
	const subjects = world.outbox.mails.slice(length).map((mail) => mail.subject);
	expect(subjects).toEqual([expect.stringMatching(/^Rejected: /)]);
});
