import { expect, it } from "vitest";
import { paymentRequestKey } from "../../../shared/dynamodb/keys.ts";
import { toStoredInteger } from "../../../shared/dynamodb/stored-values.ts";
import { batchPut } from "../../../shared/dynamodb/writes/batch-put.ts";
import {
	answerMaxBytes,
	bytesInAnswer,
} from "../../../shared/json/response-size.ts";
import { findAdvance } from "../../../shared/payment-requests/find-advance.store.ts";
import { toHistoryItem } from "../../../shared/payment-requests/history/history-items.store.ts";
import { toEntry } from "../../../shared/payment-requests/workflow/transition.ts";
import {
	decideByLink,
	raiseAndMail,
	readLink,
	requestPage,
	tokenOf,
	withMails,
} from "../../support/approval-page.ts";
import { acmeWithApprovers, approver } from "../../support/approvers.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() =>
	acmeWithApprovers([approver("u-1"), approver("u-2")]),
);

it("A9: an approver without an API key can read the request", async () => {
	const id = await raiseAndMail(world, { narration: "Half of the steel" });
	const { status, body, headers } = await readLink(
		world,
		tokenOf(world, "u-1"),
	);
	expect(status).toBe(200);
	expect(headers["content-type"]).toBe("application/json");
	expect(body).toEqual({
		ok: true,
		data: {
			organizationName: "Acme India Pvt Ltd",
			approver: { userId: "u-1", name: "User u-1" },
			timezone: "Asia/Kolkata",
			people: expect.arrayContaining([
				{ userId: "u-admin", name: "Asha" },
				{ userId: "u-2", name: "User u-2" },
			]),
			order: null,
			tags: [],
			gstName: null,
			tdsName: null,
			request: expect.objectContaining({
				paymentRequestId: id,
				vendorName: "Steel",
				narration: "Half of the steel",
				state: "PENDING",
			}),
			approvals: [
				expect.objectContaining({ userId: "u-1", state: "OPEN", stage: 0 }),
				expect.objectContaining({ userId: "u-2", state: "OPEN", stage: 0 }),
				expect.objectContaining({ userId: "u-9", state: "WAITING", stage: 1 }),
			],
			history: [
				expect.objectContaining({ action: "STAGE_OPENED" }),
				expect.objectContaining({ action: "CREATED" }),
			],
			canDecide: true,
			reason: null,
		},
	});
	expect(body.data.request).not.toHaveProperty("approvals");
});

it("A9: decides as A2, over the channel MAIL, and answers as a read", async () => {
	await raiseAndMail(world);
	const token = tokenOf(world, "u-1");
	const { status, body } = await decideByLink(world, token, {
		decision: "APPROVE",
		note: "Fine",
	});
	expect(status).toBe(200);
	expect(body.data).toMatchObject({
		canDecide: false,
		reason: "You have approved this payment request.",
	});
	expect(body.data.approvals[0]).toEqual({
		round: 1,
		stage: 0,
		userId: "u-1",
		state: "APPROVED",
		requires: "ALL",
		note: "Fine",
		decidedAt: "2026-11-21T10:00:00.000Z",
		decidedBy: { userId: "u-1", keyId: null },
		channel: "MAIL",
	});
	expect(body.data.history[0]).toMatchObject({
		action: "APPROVED",
		by: { userId: "u-1", keyId: null, channel: "MAIL" },
	});
	expect((await readLink(world, token)).body).toEqual(body);
});

it("A9: a decision that is sent again after it opened the next stage is answered as before", async () => {
	await raiseAndMail(world);
	const approve = { decision: "APPROVE" };
	await decideByLink(world, tokenOf(world, "u-1"), approve);
	const decide = () => decideByLink(world, tokenOf(world, "u-2"), approve);
	const { status, body } = await decide();
	expect(status).toBe(200);
	expect(body.data.reason).toBe("You have approved this payment request.");
	const last = body.data.approvals.at(-1);
	expect(last).toMatchObject({ userId: "u-9", state: "OPEN" });
	expect(await decide()).toMatchObject({ status, body });
});

it("A9: an approver who has decided reads their decision, even if the request has ended since; others read how it ended", async () => {
	const id = await raiseAndMail(world);
	const [own, other] = [tokenOf(world, "u-1"), tokenOf(world, "u-2")];
	await decideByLink(world, own, { decision: "APPROVE" });
	const path = `/v1.0/payment/request/${id}/cancellation`;
	expect((await world.post(path, { reason: "Twice" })).status).toBe(200);
	const reasons = [own, other].map(async (token) => {
		const { body } = await readLink(world, token);
		return body.data.reason;
	});
	expect(await Promise.all(reasons)).toEqual([
		"You have approved this payment request.",
		"The payment request was cancelled: your decision is not needed.",
	]);
});

it("A9: the history of a former round has the return by an organization file, after the approval", async () => {
	const [users, id] = [[approver("u-1")], await raiseAndMail(world)];
	const token = tokenOf(world, "u-1");
	const states = ["APPROVED", "PENDING_RESUBMISSION"] as const;
	const advances = [...states, ...states].map((state) => {
		return { id, vendorId: "v-1", state };
	});
	for (const one of advances)
		await world.import({ ...acmeWithApprovers(users), advances: [one] });
	expect((await resubmit(id, 5)).status).toBe(200);
	expect((await readLink(world, token)).body.data).toMatchObject({
		request: null,
		history: [
			{ action: "RETURNED", by: null },
			{ action: "COMPLETED", by: null },
			{ action: "RETURNED", by: null },
			{ action: "COMPLETED", by: null },
			{ action: "STAGE_OPENED" },
			{ action: "CREATED" },
		],
	});
});

it("A9: the link of a former round shows no entry of the rounds before it, and decides nothing", async () => {
	const id = await raiseAndMail(world);
	const undecided = tokenOf(world, "u-2");
	const returned = { decision: "RETURN", note: "Why?" };
	let second = "";
	for (const ifMatch of [2, 4]) {
		second = tokenOf(world, "u-1");
		await decideByLink(world, second, returned);
		passSeconds(world, 1);
		await withMails(world, () => resubmit(id, ifMatch));
	}
	expect((await readLink(world, second)).body.data).toMatchObject({
		canDecide: false,
		reason: expect.stringContaining("was changed and submitted again"),
		approvals: [{ round: 2 }, { round: 2 }, { round: 2 }],
		history: [
			{ round: 2, action: "RETURNED" },
			{ round: 2, action: "STAGE_OPENED" },
			{ round: 2, action: "RESUBMITTED" },
		],
	});
	// The link of a former round decides nothing of the present one, in which its approver is asked as well.
	const late = await decideByLink(world, undecided, { decision: "APPROVE" });
	expect(late).toMatchObject({
		status: 409,
		body: { error: { code: "INVALID_STATE_TRANSITION" } },
	});
	expect((await decideByLink(world, second, returned)).status).toBe(200);
	const { body } = await readLink(world, tokenOf(world, "u-2"));
	expect(body.data).toMatchObject({ canDecide: true, request: { round: 3 } });
});

it("A9: shows the latest 50 entries of the history, newest first", async () => {
	const id = await raiseAndMail(world);
	const versions = await addEntries(id, 51);
	const { body } = await readLink(world, tokenOf(world, "u-1"));
	const ids = body.data.history.map((shown: { id: string }) => shown.id);
	expect(ids).toEqual(versions.slice(1).map(String).toReversed());
});

it("A9: the link of a former round shows all of it, also when the present round has more than 50 entries", async () => {
	const id = await raiseAndMail(world);
	const former = tokenOf(world, "u-1");
	await decideByLink(world, former, { decision: "RETURN", note: "Why?" });
	await resubmit(id, 2);
	await addEntries(id, 51);
	const { history } = (await readLink(world, former)).body.data;
	expect(history.map(({ action }: { action: string }) => action)).toEqual([
		...["RETURNED", "STAGE_OPENED", "CREATED"],
	]);
});

async function stored(id: string) {
	const found = await findAdvance(world.table, "acme", id);
	if (!found || "imported" in found) throw new Error(`No request ${id}`);
	return found;
}

it("A9: the link of a former round with more than 50 entries shows how that round ended", async () => {
	const id = await raiseAndMail(world);
	const former = tokenOf(world, "u-1");
	await addEntries(id, 51);
	await decideByLink(world, former, { decision: "RETURN", note: "Why?" });
	expect((await resubmit(id, 53)).status).toBe(200);
	const { history } = (await readLink(world, former)).body.data;
	expect(history).toHaveLength(50);
	expect(history[0]).toMatchObject({ action: "RETURNED", round: 1 });
});

/** Adds entries to a request's history, one for each further version, which is also the entry's id. */
async function addEntries(id: string, count: number): Promise<number[]> {
	const { item, request } = await stored(id);
	const entry = toEntry(request, { action: "APPROVER_CHANGED" });
	const versions = Array.from(
		{ length: count },
		(_, index) => request.version + 1 + index,
	);
	const version = toStoredInteger(request.version + count);
	const raised = { ...item, ...paymentRequestKey("acme", id), version };
	await batchPut(world.table, [
		raised,
		...versions.map((version) =>
			toHistoryItem("acme", { ...request, version }, [entry], `${version}`),
		),
	]);
	return versions;
}

const resubmit = (id: string, ifMatch: number) =>
	world.post(
		`/v1.0/payment/request/${id}/resubmission`,
		{ amount: 100, vendorId: "v-1" },
		{ ifMatch },
	);

it("A9: the history ends where the answer is full, even if the request itself takes up a part of it", async () => {
	const id = await raiseAndMail(world);
	const { item, request } = await stored(id);
	// A character takes four bytes of an answer: the request has a seventh of its room, each resubmission two.
	const value = '"'.repeat(Math.floor(answerMaxBytes / 7 / 4));
	const entry = toEntry(request, {
		action: "RESUBMITTED",
		changes: { tags: { t: { from: { value }, to: { value } } } },
	});
	const tags = JSON.stringify({ t: { value } });
	const filled = { ...item, ...paymentRequestKey("acme", id), tags };
	await batchPut(world.table, [
		filled,
		...[2, 3, 4].map((version) =>
			toHistoryItem("acme", { ...request, version }, [entry], `${version}`),
		),
	]);
	const { status, body } = await readLink(world, tokenOf(world, "u-1"));
	expect(status).toBe(200);
	const ids = body.data.history.map((shown: { id: string }) => shown.id);
	expect(ids).toEqual(["4", "3"]);
});

it("A9: an entry that fills the answer is shown, one that is a byte longer is not", async () => {
	const { request } = await stored(await raiseAndMail(world));
	const shownWith = async (length: number) => {
		const value = "x".repeat(length);
		const changes = { tags: { t: { from: null, to: { value } } } };
		const entry = toEntry(request, { action: "RESUBMITTED", changes });
		const second = { ...request, version: 2 };
		const item = toHistoryItem("acme", second, [entry], "2");
		await batchPut(world.table, [item]);
		return (await readLink(world, tokenOf(world, "u-1"))).body.data;
	};
	const { history, ...rest } = await shownWith(0);
	const taken =
		bytesInAnswer({ ...rest, history: [] }) + bytesInAnswer(history[0]);
	const room = answerMaxBytes - taken;
	expect((await shownWith(room)).history).toMatchObject([{ id: "2" }]);
	expect((await shownWith(room + 1)).history).toEqual([]);
});

it("A9: serves the page with relative URLs, and each file to which they point, with its type", async () => {
	const types = {
		approval: "text/html; charset=utf-8",
		"approval/icon.svg": "image/svg+xml",
		"approval/page.css": "text/css; charset=utf-8",
		"approval/page.js": "text/javascript; charset=utf-8",
	};
	const page = await requestPage(world, "GET", "/approval");
	const links = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)];
	const urls = new Set(["approval", ...links.map(([, url]) => url)]);
	expect(urls).toEqual(new Set(Object.keys(types)));
	for (const [url, type] of Object.entries(types))
		expect(await requestPage(world, "GET", `/${url}`)).toMatchObject({
			status: 200,
			headers: { "content-type": type },
		});
});
