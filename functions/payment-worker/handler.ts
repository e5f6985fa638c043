import { systemClock } from "../../shared/runtime/clock.ts";
import { tableName } from "../../shared/runtime/config.ts";
import { createLogger } from "../../shared/runtime/logger.ts";
import { connectTable } from "../../shared/store/dynamodb/table.ts";
import { paymentWorker } from "./payment-worker.ts";

export const handler = paymentWorker({
	table: connectTable({ name: tableName() }),
	clock: systemClock,
	logger: createLogger(),
});
