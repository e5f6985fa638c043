import { expect } from "vitest";
import type { Table } from "../../../../shared/dynamodb/table.ts";
import { openFileOutbox } from "../../../../tools/local/notifications/file-outbox.ts";
import { type ApiClient, repeatedWhile500 } from "./api-client.ts";
import { unlink } from "./unlink.ts";

const advance = {
	amount: 110_000,
	vendorId: "v-cloud",
	narration: "n",
	purchaseOrderLinkId: "po-other-vendor",
	tags: { "cost-centre": { value: 7 } },
};

/** An approver returns a request from their mail, and does so again when its next round has begun. */
export async function decideFromMail(
	{ post }: ApiClient,
	{
		url,
		dataDirectory,
		table,
	}: { url: string; dataDirectory: string; table: Table },
) {
	const { data } = await post("payment/request/vendor-advance", advance);
	const { paymentRequestId } = data;
	const token = await findToken(dataDirectory, paymentRequestId);
	const giveBack = async () => {
		const answer = await repeatedWhile500(() =>
			fetch(`${url}/approval/decision`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify({ token, decision: "RETURN", note: "Too much" }),
			}),
		);
		expect(answer.status).toBe(200);
	};
	await unlink(table, advance.purchaseOrderLinkId);
	await giveBack();
	const request = `payment/request/${paymentRequestId}`;
	await post(`${request}/resubmission`, advance, { ifMatch: '"2"' });
	await giveBack();
}

async function findToken(dataDirectory: string, paymentRequestId: string) {
	const outbox = await openFileOutbox(dataDirectory, () => {});
	const find = async () => {
		const mails = await outbox.readMails(1_000);
		const texts = mails.map(({ text }) => text);
		const own = texts.find((text) => text.includes(paymentRequestId)) ?? "";
		return /\/approval#(\S+)/.exec(own)?.[1];
	};
	await expect.poll(find).toBeDefined();
	return find();
}
