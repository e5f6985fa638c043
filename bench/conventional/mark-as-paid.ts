import { makeHandlerIdempotent } from "@aws-lambda-powertools/idempotency/middleware";
import { Logger } from "@aws-lambda-powertools/logger";
import { injectLambdaContext } from "@aws-lambda-powertools/logger/middleware";
import middy from "@middy/core";
import { idempotency } from "./idempotency.ts";
import { payInvoice } from "./pay-invoice.ts";
import { type MarkAsPaidBody, schema } from "./schema.ts";
import { httpErrors, type ParsedEvent, validateBody } from "./validate-body.ts";

const logger = new Logger({ serviceName: "conventional" });

/**
 * The baseline of `docs/performance.md`: a conventional mark-as-paid. It omits steps of the service, such as
 * checking the API key; these differences favour the baseline.
 */
export const handler = middy(markAsPaid)
	.use(httpErrors(logger))
	.use(injectLambdaContext(logger))
	.use(validateBody<MarkAsPaidBody>(schema))
	.use(makeHandlerIdempotent(idempotency));

async function markAsPaid({
	body: { resources },
}: ParsedEvent<MarkAsPaidBody>) {
	const results = await Promise.all(resources.map(payInvoice));
	logger.info("Marked as paid", { resources: resources.length });
	const isAnyDone = results.some(({ status }) => status === "DONE");
	return {
		statusCode: isAnyDone ? 200 : 422,
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ ok: isAnyDone, data: { status: "DONE", results } }),
	};
}
