import { IdempotencyConfig } from "@aws-lambda-powertools/idempotency";
import { DynamoDBPersistenceLayer } from "@aws-lambda-powertools/idempotency/dynamodb";

/** What Powertools' middleware needs. The prefix makes the records readable for another function. */
export const idempotency = {
	persistenceStore: new DynamoDBPersistenceLayer({
		tableName: process.env.IDEMPOTENCY_TABLE_NAME ?? "",
	}),
	config: new IdempotencyConfig({
		eventKeyJmesPath: 'headers."x-idempotency-key"',
		expiresAfterSeconds: 300,
		throwOnNoIdempotencyKey: true,
	}),
	keyPrefix: "mark-as-paid",
};
