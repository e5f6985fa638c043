import type { DynamoDBBatchResponse, DynamoDBRecord } from "aws-lambda";
import { expect } from "vitest";
import { fullAdvance } from "../../functions/vendor-advance/advances.ts";
import { workOff } from "../../support/batches.ts";
import { newInvoice } from "../../support/created-invoices.ts";
import { mixedResources } from "../../support/mixed-batch.ts";
import { allDone } from "../../support/notify.ts";
import { recordsOf } from "../../support/stream-records.ts";
import { cfoKey } from "../organization.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";
import { completed, createOrder } from "./orders.ts";

type Records = readonly DynamoDBRecord[];
type Run = (user: User, records: Records) => Promise<DynamoDBBatchResponse>;

const mail: Run = (user, records) => user.mail(records);
const publish: Run = (user, records) => user.publish(records);

/** The event source mapping delivers records again until they are done. */
const again = (run: Run) => async (user: User, records: Records) => {
	expect(await run(user, records)).toEqual(allDone);
};

/** What the table's stream has of an action. */
const after = (act: (user: User) => Promise<unknown>) => (user: User) =>
	recordsOf(user.world, () => act(user));

const raise = (user: User) => user.raise("k", fullAdvance);

async function raiseTwo(user: User) {
	const { purchaseOrderLinkId: _, ...unlinked } = fullAdvance;
	await user.raise("k1", fullAdvance);
	await user.raise("k2", unlinked);
}

async function createActive(user: User) {
	await user.send("POST", "/v1.0/invoice/bulk", {
		invoices: [newInvoice({ state: "APPROVED" })],
	});
	await createOrder(user, completed);
}

async function payBatch(user: User) {
	await user.pay("k", mixedResources);
	await workOff(user.world);
}

/** Each got one mail of such a subject. */
const mails =
	(...subjects: string[]) =>
	(outcome: DynamoDBBatchResponse, { world }: User) => {
		expect(outcome).toEqual(allDone);
		const sent = world.outbox.mails.map(
			({ to, subject }) => `${to} ${subject.split(/ \(stage|:/)[0]}`,
		);
		expect(sent.toSorted()).toEqual(subjects.toSorted());
	};

/** Approvers of the first stage of an advance of 100,000. */
const mailsAll = mails(
	"u-admin@acme.example Approval requested",
	"u-cfo@acme.example Approval requested",
);

/** The stream has a record of each write: of the creation, and of the decisions. */
const afterEach =
	(...decisions: { key?: string; body: object }[]) =>
	async (user: User) => {
		let id = "";
		const created = await recordsOf(user.world, async () => {
			id = (await raise(user)).body.data.paymentRequestId;
		});
		const records = [...created];
		for (const { key, body } of decisions)
			records.push(
				...(await recordsOf(user.world, () =>
					user.transit(
						id,
						"decision",
						{ stage: 0, round: 1, ...body },
						key ? { key } : {},
					),
				)),
			);
		return records;
	};

const approve = { decision: "APPROVE" };

const publishes =
	(...types: string[]) =>
	(outcome: DynamoDBBatchResponse, { world }: User) => {
		expect(outcome).toEqual(allDone);
		const published = world.outbox.events.map((event) => event["detail-type"]);
		expect(published.toSorted()).toEqual(types);
	};

/** What becomes of the records of the table's stream. */
export const notificationScenarios: Scenario[] = [
	scenario({
		name: "the approvers of an advance get mails",
		prepare: after(raise),
		act: mail,
		expected: mailsAll,
		again: again(mail),
	}),
	scenario({
		name: "the approvers get mails that they have got before",
		prepare: async (user) => {
			const records = await after(raise)(user);
			await mail(user, records);
			return records;
		},
		act: mail,
		expected: mailsAll,
		again: again(mail),
	}),
	scenario({
		name: "mails are late: an approver has decided, the other one is asked",
		prepare: afterEach({ body: approve }),
		act: mail,
		expected: mails("u-cfo@acme.example Approval requested"),
		again: again(mail),
	}),
	scenario({
		name: "mails are late: a stage is complete, and the next one is asked",
		prepare: afterEach({ body: approve }, { key: cfoKey, body: approve }),
		act: mail,
		expected: mails("u-cfo@acme.example Approval requested"),
		again: again(mail),
	}),
	scenario({
		name: "mails are late: the requester gets a mail of the rejection, and no one is asked",
		prepare: afterEach({
			key: cfoKey,
			body: { decision: "REJECT", note: "Too expensive" },
		}),
		act: mail,
		expected: mails("u-admin@acme.example Rejected"),
		again: again(mail),
	}),
	scenario({
		name: "the requester gets a mail of the last approval",
		prepare: afterEach(
			{ body: approve },
			{ key: cfoKey, body: approve },
			{ key: cfoKey, body: { ...approve, stage: 1 } },
		),
		act: mail,
		expected: mails("u-admin@acme.example Approved"),
		again: again(mail),
	}),
	scenario({
		name: "the events of advances are published",
		prepare: after(raiseTwo),
		act: publish,
		expected: publishes(
			"Approval Requested",
			"Approval Requested",
			"Payment Request Created",
			"Payment Request Created",
		),
		again: again(publish),
	}),
	scenario({
		name: "two events of one record are published in their order",
		prepare: after(createActive),
		act: publish,
		expected: publishes(
			"Invoice Approved",
			"Invoice Created",
			"Purchase Order Activated",
			"Purchase Order Created",
		),
		again: again(publish),
	}),
	scenario({
		name: "the events of a batch are published",
		prepare: after(payBatch),
		act: publish,
		expected: publishes(
			"Invoice Paid",
			"Invoice Paid",
			"Invoice Paid",
			"Invoice Paid",
			"Payment Batch Finished",
		),
		again: again(publish),
	}),
];
