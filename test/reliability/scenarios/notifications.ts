import type { DynamoDBBatchResponse, DynamoDBRecord } from "aws-lambda";
import { expect } from "vitest";
import { fullAdvance } from "../../functions/vendor-advance/advances.ts";
import { workOff } from "../../support/batches.ts";
import { newInvoice } from "../../support/created-invoices.ts";
import { mixedResources } from "../../support/mixed-batch.ts";
import { allDone } from "../../support/notify.ts";
import { recordsOf } from "../../support/stream-records.ts";
import { approverEmails } from "../organization.ts";
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

/** Each approver of the first stage got one mail. */
const mailsAll = (outcome: DynamoDBBatchResponse, { world }: User) => {
	expect(outcome).toEqual(allDone);
	expect(world.outbox.mails.flatMap(({ to }) => to).toSorted()).toEqual(
		approverEmails.toSorted(),
	);
};

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
