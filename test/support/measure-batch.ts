/**
 * A process of its own that accepts a batch and works it off, and prints what memory that took. The environment names
 * the table, the store, and how many resources.
 */
import { Logger } from "@aws-lambda-powertools/logger";
import type { SQSEvent } from "aws-lambda";
import { createDependencies } from "../../functions/dependencies.ts";
import { markAsPaidEndpoint } from "../../functions/mark-as-paid/endpoint.ts";
import { paymentWorker } from "../../functions/payment-worker/payment-worker.ts";
import { connectTable } from "../../shared/dynamodb/table.ts";
import { systemClock } from "../../shared/environment/clock.ts";
import { newUlid } from "../../shared/environment/ids.ts";
import { formatChunkMessage } from "../../shared/queue/chunk-message.ts";
import { toApiEvent } from "./api-event.ts";
import { lambdaContext } from "./lambda-context.ts";

const { TABLE = "", STORE = "", KEY = "", RESOURCES, WORKED_OFF } = process.env;
const observers = {
	logger: new Logger({ logLevel: "SILENT" }),
	emitMetrics() {},
};
const table = connectTable({
	name: TABLE,
	endpoint: STORE,
	region: "ap-south-1",
	credentials: { accessKeyId: "measured", secretAccessKey: "test" },
});
const dependencies = createDependencies(table, {
	clock: systemClock,
	newId: newUlid,
	...observers,
});
const bodies: string[] = [];
const accept = markAsPaidEndpoint(dependencies, async (messages) => {
	bodies.push(...messages.map(formatChunkMessage));
});
const event = toApiEvent({
	method: "POST",
	path: "/v1.0/payment/mark-as-paid",
	headers: { authorization: `Api-Key ${KEY}`, "x-idempotency-key": "k" },
	body: JSON.stringify({
		resourceType: "INVOICE",
		resources: Array.from({ length: Number(RESOURCES) }, (_, index) => ({
			slug: `inv-${index}`,
			amount: 33.33,
			utr: `UTR${index}`,
			narration: `Payment of invoice ${index} ${"of 2026 ".repeat(9)}`,
		})),
	}),
});
// Middleware adds to the event what the type already promises.
const answer = (await accept(event as never, lambdaContext())) as unknown;
const acceptingMegabytes = process.resourceUsage().maxRSS / 1024;

const work = paymentWorker({
	table,
	sendChunks: async () => {},
	clock: systemClock,
	...observers,
});
const heapMegabytes: number[] = [];
for (const body of bodies.slice(0, Number(WORKED_OFF))) {
	await work(
		{ Records: [{ messageId: "0", body }] } as SQSEvent,
		lambdaContext(),
	);
	globalThis.gc?.();
	heapMegabytes.push(process.memoryUsage().heapUsed / 1024 ** 2);
}
console.log(
	JSON.stringify({
		answer,
		chunks: bodies.length,
		bodyMegabytes: (event.body?.length ?? 0) / 1024 ** 2,
		acceptingMegabytes,
		heapMegabytes,
	}),
);
