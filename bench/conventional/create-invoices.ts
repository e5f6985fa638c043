import { randomUUID } from "node:crypto";
import { Logger } from "@aws-lambda-powertools/logger";
import { injectLambdaContext } from "@aws-lambda-powertools/logger/middleware";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import middy from "@middy/core";
import { documents } from "./documents.ts";
import {
	invoicesTableName,
	type NewInvoice,
	newInvoicesSchema,
} from "./invoices.ts";
import { httpErrors, type ParsedEvent, validateBody } from "./validate-body.ts";

const logger = new Logger({ serviceName: "conventional" });

/** The baseline of creating invoices. It does not check the vendors, which favours it. */
export const handler = middy(createInvoices)
	.use(httpErrors(logger))
	.use(injectLambdaContext(logger))
	.use(validateBody<{ invoices: NewInvoice[] }>(newInvoicesSchema));

async function createInvoices({
	body: { invoices },
}: ParsedEvent<{ invoices: NewInvoice[] }>) {
	const results = await Promise.all(invoices.map(createInvoice));
	const created = results.filter((result) => result !== null);
	logger.info("Created invoices", { invoices: created.length });
	return {
		statusCode: 200,
		headers: { "content-type": "application/json" },
		body: JSON.stringify({
			ok: true,
			data: { total: invoices.length, successCount: created.length, created },
		}),
	};
}

/** Writes in one transaction the invoice and an item that reserves its number. */
async function createInvoice(invoice: NewInvoice) {
	const id = randomUUID();
	const { vendorId, invoiceNumber } = invoice;
	const createdAt = new Date().toISOString();
	const condition = {
		TableName: invoicesTableName,
		ConditionExpression: "attribute_not_exists(pk)",
	};
	const item = {
		...invoice,
		pk: `INVOICE#${id}`,
		organizationId: "bench",
		id,
		state: "APPROVED",
		due: invoice.amount,
		createdAt,
	};
	const number = { pk: `VENDOR#${vendorId}#NUMBER#${invoiceNumber}`, id };
	try {
		await documents.send(
			new TransactWriteCommand({
				TransactItems: [
					{ Put: { ...condition, Item: item } },
					{ Put: { ...condition, Item: number } },
				],
			}),
		);
		return { id, invoiceNumber, vendorId, state: item.state };
	} catch (error) {
		if (error instanceof TransactionCanceledException) return null;
		throw error;
	}
}
