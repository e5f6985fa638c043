import { describe, expect, it } from "vitest";
import { acmeWithVendors } from "../../support/created-invoices.ts";
import { allDone, deliverToMailer, testSender } from "../../support/notify.ts";
import { recordsOf } from "../../support/stream-records.ts";
import { useWorld } from "../../support/use-world.ts";

const user = (id: string, more: object = {}) => ({
	id,
	name: `User ${id}`,
	role: "MEMBER" as const,
	active: true,
	email: `${id}@acme.example`,
	...more,
});
const approvers = (count: number) =>
	Array.from({ length: count }, (_, index) => `u-${index}`);

const fileWith = (
	users: ReturnType<typeof user>[],
	ids = users.map(({ id }) => id),
) =>
	acmeWithVendors({
		users: [
			{ id: "u-admin", name: "Asha", role: "ADMIN", active: true },
			...users,
		],
		gstTaxes: [{ id: 1, name: "GST 18%", rate: 18, rateType: "PERCENTAGE" }],
		purchaseOrders: [
			{
				id: "po-1",
				poNumber: "PO-0001",
				vendorId: "v-1",
				state: "APPROVED",
				amount: 1_000,
			},
		],
		approvalPolicies: [
			{
				name: "Everything",
				stages: [{ approvers: ids }, { approvers: ["u-9"] }],
			},
		],
		procurementPolicy: { payers: ["u-admin"] },
	});
const world = useWorld();

const raise = (more: object = {}) =>
	recordsOf(world, () =>
		world.post("/v1.0/payment/request/vendor-advance", {
			amount: 100,
			vendorId: "v-1",
			...more,
		}),
	);
const recipients = () => world.outbox.mails.flatMap(({ to }) => to).toSorted();

it("3.2: approvers are notified: one mail to each of the first stage, with what they need to decide", async () => {
	await world.import(fileWith([user("u-1"), user("u-2")]));
	const records = await raise({
		gstId: 1,
		gstAmount: 18,
		narration: "Half of the steel",
		purchaseOrderLinkId: "po-1",
	});
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	expect(recipients()).toEqual(["u-1@acme.example", "u-2@acme.example"]);
	const [mail] = world.outbox.mails;
	expect(mail).toMatchObject({
		from: testSender,
		subject: "Approval requested: INR 118.00 to Steel",
		headers: { "X-Notification-Id": expect.stringMatching(/^[0-9a-f]{32}$/) },
	});
	expect(mail?.text).toMatch(
		/^Asha asks for your approval of a vendor advance of Acme India Pvt Ltd\.\n\nVendor: +Steel \(v-1\)\nAmount: +INR 100\.00\nGST: +INR 18\.00 \(GST 18%\)\nNet payable: +INR 118\.00\nPurchase order: +PO-0001 \(po-1\)\nNarration: +Half of the steel\nPolicy: +Everything, stage 1\nPayment request: [0-9A-Z]{26}\n/,
	);
	expect(mail?.html).toContain("PO-0001 (po-1)");
});

describe("no mail goes to", () => {
	it.each([
		["an approver without address", user("u-1", { email: undefined })],
		["an inactive approver", user("u-1", { active: false })],
		// Stored before the rule for addresses.
		[
			"an address that is two",
			user("u-1", { email: "a@x.example,b@x.example" }),
		],
		[
			"an address with a header",
			user("u-1", { email: "a@x.example\r\nBcc: b" }),
		],
	])("%s; the others get theirs", async (_, without) => {
		await world.import(fileWith([without, user("u-2")]));
		expect(await deliverToMailer(world, await raise())).toEqual(allDone);
		expect(recipients()).toEqual(["u-2@acme.example"]);
	});

	it("an approver whom the organization does not have, and to the user of another with that id", async () => {
		await world.import({
			org: { id: "other", name: "Other" },
			users: [user("u-1")],
		});
		await world.import(
			fileWith([user("u-2")], ["u-1", "u-2", "x".repeat(1_025)]),
		);
		expect(await deliverToMailer(world, await raise())).toEqual(allDone);
		expect(recipients()).toEqual(["u-2@acme.example"]);
	});

	it("anybody twice whom the policy lists twice", async () => {
		await world.import(fileWith([user("u-1")], ["u-1", "u-1"]));
		await deliverToMailer(world, await raise());
		expect(recipients()).toEqual(["u-1@acme.example"]);
	});

	it("anybody for an advance that needs no approval", async () => {
		await world.import({
			...fileWith([user("u-1")]),
			approvalPolicies: [{ name: "None", stages: [] }],
		});
		expect(await deliverToMailer(world, await raise())).toEqual(allDone);
		expect(recipients()).toEqual([]);
	});

	it("anybody for what an organization file brings", async () => {
		await world.import(fileWith([user("u-1")]));
		const records = await recordsOf(world, () =>
			world.import({
				...fileWith([user("u-1")]),
				advances: [{ id: "adv", vendorId: "v-1", state: "PENDING" }],
			}),
		);
		expect(await deliverToMailer(world, records)).toEqual(allDone);
		expect(recipients()).toEqual([]);
	});

	it("anybody when the advance was decided before the mail was sent", async () => {
		await world.import(fileWith([user("u-1")]));
		const records = await raise();
		const { body } = await world.get("/v1.0/payment/request");
		const [{ paymentRequestId: id }] = body.data.items;
		await world.import({
			...fileWith([user("u-1")]),
			advances: [{ id, vendorId: "v-1", state: "REJECTED" }],
		});
		expect(await deliverToMailer(world, records)).toEqual(allDone);
		expect(recipients()).toEqual([]);
	});
});

it("an address that SES refuses is given up, and the log says whose, without it", async () => {
	const refused = user("u-1", { email: "é@acme.example" });
	await world.import(fileWith([refused, user("u-2")]));
	expect(await deliverToMailer(world, await raise())).toEqual(allDone);
	expect(recipients()).toEqual(["u-2@acme.example"]);
	expect(world.logLines.join()).toContain('"userId":"u-1"');
	expect(world.logLines.join()).not.toContain("@acme.example");
});

it("500 approvers get one mail each, in as many invocations as that takes", async () => {
	const ids = approvers(500);
	await world.import(fileWith(ids.map((id) => user(id))));
	const records = await raise();
	let invocations = 0;
	let isDone = false;
	while (!isDone) {
		invocations += 1;
		// As short as can be: 100 mails of an invocation that has time for no more.
		let sent = 0;
		const context = {
			getRemainingTimeInMillis: () => (sent < 100 ? 29_000 : 7_999),
		};
		const outcome = await deliverToMailer(world, records, {
			context,
			onMail: () => {
				sent += 1;
			},
		});
		isDone = outcome.batchItemFailures.length === 0;
		expect(invocations).toBeLessThan(10);
	}
	expect(invocations).toBe(5);
	expect(recipients()).toEqual(
		ids.map((id) => `${id}@acme.example`).toSorted(),
	);
});

it("the mail is bounded and has one subject line, whatever the advance says", async () => {
	await world.import(fileWith([user("u-1")]));
	const records = await raise({
		narration: `${"<b>".repeat(300)}\r\n\r\nNet payable: INR 1`,
	});
	await deliverToMailer(world, records);
	const [mail] = world.outbox.mails;
	expect(mail?.html).not.toContain("<b>");
	expect(mail?.text.match(/^Net payable: /gm)).toHaveLength(1);
	expect(mail?.subject).not.toMatch(/[\r\n]/);
});
