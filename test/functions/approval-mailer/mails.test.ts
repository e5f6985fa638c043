import type { DynamoDBRecord } from "aws-lambda";
import { describe, expect, it } from "vitest";
import {
	decideByLink,
	raiseAndMail,
	tokenOf,
	withMails,
} from "../../support/approval-page.ts";
import {
	acmeWithApprovers,
	approver,
	recipientsOf,
	recordsOfAdvance,
} from "../../support/approvers.ts";
import { logged } from "../../support/logged.ts";
import { allDone, deliverToMailer, testSender } from "../../support/notify.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { recordsOf } from "../../support/stream-records.ts";
import { useWorld } from "../../support/use-world.ts";
import { raisedAdvances } from "../vendor-advance/advances.ts";

const world = useWorld();

it("3.2: approvers are notified: one mail to each of the first stage, with what they need to decide", async () => {
	await world.import({
		...acmeWithApprovers([approver("u-1"), approver("u-2")]),
		tdsTaxes: [{ id: 2, name: "TDS 10%", rate: 10, rateType: "PERCENTAGE" }],
	});
	const sent: unknown[] = [];
	world.addFault({
		operation: "SendEmail",
		effect: (call, forward) => {
			sent.push(JSON.parse(`${call.body}`));
			return forward(call);
		},
	});
	const records = await recordsOfAdvance(world, {
		gstId: 1,
		gstAmount: 18,
		tdsId: 2,
		tdsAmount: 10,
		narration: "Half of the steel",
		purchaseOrderLinkId: "po-1",
	});
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	expect(recipientsOf(world)).toEqual(["u-1@acme.example", "u-2@acme.example"]);
	const [mail] = world.outbox.mails;
	expect(mail).toMatchObject({
		from: testSender,
		subject: "Approval requested (stage 1 of 2): ₹\u00a0108.00 to Steel",
		headers: { "X-Notification-Id": expect.stringMatching(/^[0-9a-f]{32}$/) },
	});
	expect(mail?.text).toMatch(
		/^Asha asks for your approval of a vendor advance of Acme India Pvt Ltd\.\n\nNet payable: +₹\u00a0108\.00\nVendor: +Steel\nNarration: +Half of the steel\nPurchase order: +PO-0001\nShare of the order: +₹\u00a0108\.00 of ₹\u00a0[\d,.]+ \([\d.]+ %\)\nAmount: +₹\u00a0100\.00\nGST: +₹\u00a018\.00 \(GST 18%\)\nTDS, deducted: +₹\u00a010\.00 \(TDS 10%\)\nRequested by: +Asha, 21 Nov 2026, 15:30 UTC\+5:30\nPolicy: +Everything, stage 1 of 2\nStage 1: +User u-1: asked; User u-2: asked; all must approve\nStage 2: +u-9: not asked yet\nPayment request: +[0-9A-Z]{26}\n/,
	);
	expect(mail?.text).toMatch(
		/decide:\nhttps:\/\/pay\.acme\.example\/approval#\S+\n\nThe link is for User u-1 alone\./,
	);
	expect(mail?.text).toContain(
		"\nIt works until 5 Dec 2026, 15:30 UTC+5:30. Opening it decides nothing.\n",
	);
	expect(mail?.html).toContain("PO-0001");
	// A configuration set may track clicks: the links would pass the servers of SES.
	expect(sent).toHaveLength(2);
	for (const request of sent)
		expect(request).not.toHaveProperty("ConfigurationSetName");
});

it("A8: an approver of two stages is asked in each with a link of its own, and every mail has an id of its own", async () => {
	await world.import(acmeWithApprovers([approver("u-9")]));
	await raiseAndMail(world);
	const first = tokenOf(world, "u-9");
	const approve = { decision: "APPROVE" };
	await withMails(world, () => decideByLink(world, first, approve));
	expect(recipientsOf(world)).toEqual(["u-9@acme.example", "u-9@acme.example"]);
	const { body } = await decideByLink(world, tokenOf(world, "u-9"), approve);
	expect(body.data.request).toMatchObject({ state: "APPROVED" });
	await raiseAndMail(world);
	const ids = world.outbox.mails.map((one) => one.headers["X-Notification-Id"]);
	expect(new Set(ids).size).toBe(3);
});

describe("no mail goes to", () => {
	it("approvers without an address, inactive ones, and addresses that could be two or a header; the others get theirs", async () => {
		const { email: _, ...withoutAddress } = approver("u-none");
		await world.import(
			acmeWithApprovers([
				withoutAddress,
				approver("u-inactive", { active: false }),
				// An organization file may have this address.
				approver("u-two", { email: "a@x.example,b" }),
				approver("u-header", { email: "a@x.example\r\nBcc: b" }),
				approver("u-2"),
			]),
		);
		expect(await deliverToMailer(world, await recordsOfAdvance(world))).toEqual(
			allDone,
		);
		expect(recipientsOf(world)).toEqual(["u-2@acme.example"]);
		expect(logged(world, "Mails")).toMatchObject([
			{ results: { NO_ADDRESS: 1, ADDRESS_REFUSED: 2, SENT: 1 } },
		]);
	});

	it("anybody when no approver is active, which a line in the log shows", async () => {
		await world.import(
			acmeWithApprovers([approver("u-inactive", { active: false })]),
		);
		await deliverToMailer(world, await recordsOfAdvance(world));
		expect(recipientsOf(world)).toEqual([]);
		expect(logged(world, "Mails")).toMatchObject([
			{ paymentRequest: expect.any(String), results: {} },
		]);
	});

	it("an approver whom the organization does not have, and to the user of another with that id", async () => {
		await world.import({
			org: { id: "other", name: "Other" },
			users: [approver("u-1")],
		});
		await world.import(
			acmeWithApprovers([approver("u-2")], ["u-1", "u-2", "x".repeat(1_025)]),
		);
		expect(await deliverToMailer(world, await recordsOfAdvance(world))).toEqual(
			allDone,
		);
		expect(recipientsOf(world)).toEqual(["u-2@acme.example"]);
	});

	it("anybody twice whom the policy lists twice", async () => {
		await world.import(acmeWithApprovers([approver("u-1")], ["u-1", "u-1"]));
		await deliverToMailer(world, await recordsOfAdvance(world));
		expect(recipientsOf(world)).toEqual(["u-1@acme.example"]);
	});

	it("anybody for an advance that needs no approval", async () => {
		await world.import({
			...acmeWithApprovers([approver("u-1")]),
			approvalPolicies: [{ name: "None", stages: [] }],
		});
		expect(await deliverToMailer(world, await recordsOfAdvance(world))).toEqual(
			allDone,
		);
		expect(recipientsOf(world)).toEqual([]);
	});

	it("anybody for what an organization file brings", async () => {
		await world.import(acmeWithApprovers([approver("u-1")]));
		const records = await recordsOf(world, () =>
			world.import({
				...acmeWithApprovers([approver("u-1")]),
				advances: [{ id: "adv", vendorId: "v-1", state: "PENDING" }],
			}),
		);
		expect(await deliverToMailer(world, records)).toEqual(allDone);
		expect(recipientsOf(world)).toEqual([]);
	});

	it("anybody when the advance was decided before the mail was sent", async () => {
		await world.import(acmeWithApprovers([approver("u-1")]));
		const records = await recordsOfAdvance(world);
		const { body } = await world.get("/v1.0/payment/request");
		const [{ paymentRequestId: id }] = body.data.items;
		await world.import({
			...acmeWithApprovers([approver("u-1")]),
			advances: [{ id, vendorId: "v-1", state: "REJECTED" }],
		});
		expect(await deliverToMailer(world, records)).toEqual(allDone);
		expect(recipientsOf(world)).toEqual([]);
	});
});

it("A8: a mail that asks in a former round is not sent: the present round has its own", async () => {
	const file = acmeWithApprovers([approver("u-1")]);
	await world.import(file);
	const records = await recordsOfAdvance(world);
	const [id] = await raisedAdvances(world);
	const returned = {
		...{ id: `${id}`, vendorId: "v-1" },
		state: "PENDING_RESUBMISSION" as const,
	};
	await world.import({ ...file, advances: [returned] });
	const answer = await world.post(
		`/v1.0/payment/request/${id}/resubmission`,
		{ amount: 100, vendorId: "v-1" },
		{ ifMatch: 2 },
	);
	expect(answer.status).toBe(200);
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	expect(recipientsOf(world)).toEqual([]);
});

it("A8: an approver who was asked again gets only the mail of the later time", async () => {
	await world.import(acmeWithApprovers([approver("u-1")]));
	const records = await recordsOfAdvance(world);
	const [id] = await raisedAdvances(world);
	passSeconds(world, 300);
	const again = await recordsOf(world, () =>
		world.post(
			`/v1.0/payment/request/${id}/approver`,
			{ stage: 0, round: 1, from: "u-1", to: "u-1", reason: "Again" },
			{ ifMatch: 1 },
		),
	);
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	expect(recipientsOf(world)).toEqual([]);
	expect(await deliverToMailer(world, again)).toEqual(allDone);
	expect(recipientsOf(world)).toEqual(["u-1@acme.example"]);
});

it("an address that SES refuses is given up, and the log says whose, without it", async () => {
	const refused = approver("u-1", { email: "é@acme.example" });
	await world.import(acmeWithApprovers([refused, approver("u-2")]));
	expect(await deliverToMailer(world, await recordsOfAdvance(world))).toEqual(
		allDone,
	);
	expect(recipientsOf(world)).toEqual(["u-2@acme.example"]);
	expect(
		logged(world, "SES refuses a mail to a user for its address"),
	).toMatchObject([{ level: "WARN", organization: "acme", user: "u-1" }]);
	expect(world.logLines.join()).not.toContain("@acme.example");
});

it("the mail is bounded and has one subject line, for any text of the advance", async () => {
	await world.import(acmeWithApprovers([approver("u-1")]));
	const records = await recordsOfAdvance(world, {
		narration: `${"<b>".repeat(300)}\r\n\r\nNet payable: INR 1`,
	});
	await deliverToMailer(world, records);
	const [mail] = world.outbox.mails;
	expect(mail?.html).not.toContain("<b>");
	expect(mail?.text.match(/^Net payable: /gm)).toHaveLength(1);
	expect(mail?.subject).not.toMatch(/[\r\n]/);
});

it("A8: an advance of an organization that a smoke test has deleted needs no mail, and delays no other", async () => {
	await world.import(acmeWithApprovers([approver("u-2")], ["u-admin"]));
	const raised = await recordsOfAdvance(world);
	const [id] = await raisedAdvances(world);
	const decided = await recordsOf(world, () =>
		world.post(`/v1.0/payment/request/${id}/decision`, {
			decision: "RETURN",
			note: "Too much",
			stage: 0,
			round: 1,
		}),
	);
	const deleted: DynamoDBRecord[] = JSON.parse(
		JSON.stringify([...raised, ...decided]).replaceAll("ORG#acme", "ORG#gone"),
	);
	expect(await deliverToMailer(world, deleted)).toEqual(allDone);
	expect(logged(world, "Mails")).toMatchObject([
		{ level: "INFO", organization: "gone", results: {} },
		{ level: "INFO", organization: "gone", results: {} },
	]);
	const notYetVisible: DynamoDBRecord[] = JSON.parse(
		JSON.stringify(decided).replaceAll(`${id}`, "01MISSING"),
	);
	const { batchItemFailures } = await deliverToMailer(world, notYetVisible);
	expect(batchItemFailures).toHaveLength(1);
	expect(world.outbox.mails).toEqual([]);
});
