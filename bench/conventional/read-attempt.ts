import { Logger } from "@aws-lambda-powertools/logger";
import { injectLambdaContext } from "@aws-lambda-powertools/logger/middleware";
import middy from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { idempotency } from "./idempotency.ts";
import { httpErrors } from "./validate-body.ts";

const logger = new Logger({ serviceName: "conventional" });
const { persistenceStore, ...options } = idempotency;
persistenceStore.configure(options);

/** The baseline of an attempt: the response that Powertools stored under the key. */
export const handler = middy(readAttempt)
	.use(httpErrors(logger))
	.use(injectLambdaContext(logger));

async function readAttempt({ headers }: APIGatewayProxyEventV2) {
	const key = { "x-idempotency-key": headers["x-idempotency-key"] ?? "" };
	const record = await persistenceStore.getRecord({ headers: key });
	return {
		statusCode: 200,
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ ok: true, data: record.getResponse() }),
	};
}
