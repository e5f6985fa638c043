import type { DynamoDBBatchResponse, DynamoDBRecord } from "aws-lambda";
import { expect } from "vitest";
import { fullAdvance } from "../../functions/vendor-advance/advances.ts";
import { workOff } from "../../support/batches.ts";
import { mixedResources } from "../../support/mixed-batch.ts";
import { allDone } from "../../support/notify.ts";
import { recordsOf } from "../../support/stream-records.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";

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
	const invoice = {
		invoiceNumber: "N-1",
		vendorId: "v-1",
		amount: 10,
		invoiceDate: "2026-11-21",
		state: "APPROVED",
	};
	await user.send("POST", "/v1.0/invoice/bulk", { invoices: [invoice] });
	await user.send("POST", "/v1.0/procurement/purchase-order", {
		poNumber: "PO-NEW",
		poType: "GOODS",
		matchingType: "TWO_WAY",
		poDate: "2026-11-21",
		gstin: "27AAPFU0939F1ZV",
		vendorId: "v-1",
		description: "Rods",
		state: "ACTIVE",
		lineItems: [{ identifier: "a", quantity: 1, rate: 1, skuName: "Rod" }],
	});
}

async function payBatch(user: User) {
	await user.pay("k", mixedResources);
	await workOff(user.world);
}

/** What becomes of the records of the table's stream. */
export const notificationScenarios: Scenario[] = [
	scenario({
		name: "the approvers of an advance get mails",
		prepare: after(raise),
		act: mail,
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
		again: again(mail),
	}),
	scenario({
		name: "the events of advances are published",
		prepare: after(raiseTwo),
		act: publish,
		again: again(publish),
	}),
	scenario({
		name: "two events of one record are published in their order",
		prepare: after(createActive),
		act: publish,
		again: again(publish),
	}),
	scenario({
		name: "the events of a batch are published",
		prepare: after(payBatch),
		act: publish,
		again: again(publish),
	}),
];
