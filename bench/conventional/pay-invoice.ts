import { randomUUID } from "node:crypto";
import {
	ConditionalCheckFailedException,
	TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import {
	DeleteCommand,
	GetCommand,
	PutCommand,
	TransactWriteCommand,
} from "@aws-sdk/lib-dynamodb";
import { documents, tableName } from "./documents.ts";
import type { PaymentResource } from "./schema.ts";

const lockSeconds = 60;

export interface Result {
	slug: string;
	status: "DONE" | "ERROR" | "SKIPPED";
	reason?: string;
}

/** Lock, read, decide, record, unlock: four calls for each invoice. */
export async function payInvoice(resource: PaymentResource): Promise<Result> {
	const { slug } = resource;
	const holder = randomUUID();
	if (!(await lock(slug, holder))) return skipped(slug);
	try {
		return await payLocked(resource);
	} finally {
		await unlock(slug, holder);
	}
}

async function payLocked(resource: PaymentResource): Promise<Result> {
	const { slug, amount } = resource;
	const { Item: invoice } = await documents.send(
		new GetCommand({
			TableName: tableName,
			Key: invoiceKey(slug),
			ConsistentRead: true,
		}),
	);
	if (!invoice) return failed(slug, "NOT_FOUND");
	if (invoice.state !== "APPROVED") return failed(slug, "INVALID_STATE");
	if (amount > invoice.due) return failed(slug, "AMOUNT_EXCEEDS");
	return record(resource);
}

async function record(resource: PaymentResource): Promise<Result> {
	const { slug, amount } = resource;
	const payment = {
		...invoiceKey(slug),
		sk: `PAYMENT#${randomUUID()}`,
		...resource,
		accountingSyncState: "SKIPPED",
		createdAt: new Date().toISOString(),
	};
	const update = {
		TableName: tableName,
		Key: invoiceKey(slug),
		UpdateExpression: "SET due = due - :amount",
		ConditionExpression: "due >= :amount",
		ExpressionAttributeValues: { ":amount": amount },
	};
	try {
		await documents.send(
			new TransactWriteCommand({
				TransactItems: [
					{ Update: update },
					{ Put: { TableName: tableName, Item: payment } },
				],
			}),
		);
		return { slug, status: "DONE" };
	} catch (error) {
		if (error instanceof TransactionCanceledException) return skipped(slug);
		throw error;
	}
}

async function lock(slug: string, holder: string): Promise<boolean> {
	const nowSeconds = Math.floor(Date.now() / 1000);
	try {
		await documents.send(
			new PutCommand({
				TableName: tableName,
				Item: {
					...lockKey(slug),
					holder,
					expiresAt: nowSeconds + lockSeconds,
				},
				ConditionExpression: "attribute_not_exists(pk) OR expiresAt < :now",
				ExpressionAttributeValues: { ":now": nowSeconds },
			}),
		);
		return true;
	} catch (error) {
		if (error instanceof ConditionalCheckFailedException) return false;
		throw error;
	}
}

async function unlock(slug: string, holder: string) {
	await documents.send(
		new DeleteCommand({
			TableName: tableName,
			Key: lockKey(slug),
			ConditionExpression: "holder = :holder",
			ExpressionAttributeValues: { ":holder": holder },
		}),
	);
}

const invoiceKey = (slug: string) => ({ pk: `INVOICE#${slug}`, sk: "INVOICE" });
const lockKey = (slug: string) => ({ pk: `INVOICE#${slug}`, sk: "LOCK" });

const failed = (slug: string, reason: string): Result => ({
	slug,
	status: "ERROR",
	reason,
});
const skipped = (slug: string): Result => ({
	slug,
	status: "SKIPPED",
	reason: "LOCK_HELD",
});
