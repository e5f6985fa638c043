import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import type { Answer } from "../../support/world.ts";
import { noteSent, noteWrite, type Resource, type Told } from "../told.ts";
import { payPath, send } from "./send.ts";

const resources: Resource[] = Array.from({ length: 110 }, (_, index) => ({
	slug: `hot-${index % 2}`,
	amount: 0.01,
}));
const advance = { vendorId: "v-1", amount: 1_000 };

/**
 * What else an organization does: each function of the service has work. Every request must be answered 200.
 *
 * @param told Receives what was told.
 */
export async function doOtherWork(
	url: string,
	organizationId: string,
	told: Told,
) {
	const ask = async (
		path: string,
		options: { body?: object; idempotencyKey?: string } = {},
	): Promise<Answer> => {
		const answer = await send(url, organizationId, path, options);
		expect(answer).toMatchObject({ status: 200 });
		return answer;
	};
	const write = async (path: string, body: object): Promise<Answer> => {
		let answer: Answer | undefined;
		const action = {
			kind: "request",
			method: "POST",
			url: path,
			body,
			userId: "u-admin",
		} as const;
		await noteWrite(told, action, async () => {
			answer = await ask(path, { body });
			return answer;
		});
		// Unchecked cast: without an answer it has thrown.
		return answer as unknown as Answer;
	};
	const suffix = randomUUID();
	const paid = noteSent(told.payments, suffix, { resources });
	const batch = await ask(payPath, {
		body: { resourceType: "INVOICE", resources },
		idempotencyKey: suffix,
	});
	paid.answers.push(batch);
	const raised = noteSent(told.advances, suffix, { body: advance });
	const raisePath = "/v1.0/payment/request/vendor-advance";
	raised.answers.push(
		await ask(raisePath, { body: advance, idempotencyKey: suffix }),
	);
	await write("/v1.0/vendor", { name: "Paper", vendorId: suffix });
	const { body } = await write("/v1.0/invoice/bulk", {
		invoices: Array.from({ length: 10 }, (_, index) => ({
			invoiceNumber: `${suffix}-${index}`,
			vendorId: "v-1",
			amount: 100,
			invoiceDate: "2026-11-01",
		})),
	});
	await write("/v1.0/inventory/skus/bulk", {
		skus: [{ name: suffix, itemCode: suffix }],
	});
	await write("/v1.0/procurement/purchase-order", {
		...order,
		poNumber: suffix,
	});
	await ask(`/v1.0/invoice/${body.data.created[0].id}`);
	await ask("/v1.0/invoice?limit=20");
	await ask("/v1.0/invoice/hot-0/payments?limit=20");
	await ask(payPath);
	const { bulkActionSlug } = batch.body.data;
	for (let status = "PENDING"; status !== "DONE"; ) {
		const answer = await ask(`${payPath}/${bulkActionSlug}?limit=1`);
		status = answer.body.data.status;
		if (status !== "DONE") await setTimeout(250);
	}
}

const order = {
	lineItems: [{ identifier: "line-1", quantity: 10, rate: 100 }],
	poType: "GOODS",
	matchingType: "TWO_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
};
