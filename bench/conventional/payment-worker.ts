import { Logger } from "@aws-lambda-powertools/logger";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { documents, tableName } from "./documents.ts";
import { payInvoice } from "./pay-invoice.ts";
import type { PaymentResource } from "./schema.ts";

const logger = new Logger({ serviceName: "conventional" });

/** One chunk of a batch, as the baseline's queue carries it. */
export interface Chunk {
	batch: string;
	chunk: number;
	resources: PaymentResource[];
}

/** The baseline's worker: pays each invoice of a chunk as in a request, then updates the batch's progress. */
export async function handler({
	Records,
}: SQSEvent): Promise<SQSBatchResponse> {
	const outcomes = await Promise.allSettled(Records.map(payChunk));
	const batchItemFailures = Records.flatMap(({ messageId }, index) => {
		const outcome = outcomes[index];
		if (outcome?.status === "fulfilled") return [];
		logger.error("Chunk not paid", outcome?.reason);
		return [{ itemIdentifier: messageId }];
	});
	return { batchItemFailures };
}

async function payChunk({ body }: SQSRecord) {
	const { batch, chunk, resources }: Chunk = JSON.parse(body);
	const results = await Promise.all(resources.map(payInvoice));
	await documents.send(
		new UpdateCommand({
			TableName: tableName,
			Key: { pk: `BATCH#${batch}`, sk: `CHUNK#${chunk}` },
			UpdateExpression: "SET results = :results",
			ExpressionAttributeValues: { ":results": results },
		}),
	);
	await documents.send(
		new UpdateCommand({
			TableName: tableName,
			Key: { pk: `BATCH#${batch}`, sk: "BATCH" },
			UpdateExpression: "ADD paidCount :count",
			ExpressionAttributeValues: { ":count": results.length },
		}),
	);
	logger.info("Paid chunk", { batch, chunk });
}
