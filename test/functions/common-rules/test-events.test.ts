import { describe, expect, it } from "vitest";
import { approvalMailer } from "../../../functions/approval-mailer/approval-mailer.ts";
import { eventPublisher } from "../../../functions/event-publisher/event-publisher.ts";
import { paymentWorker } from "../../../functions/payment-worker/payment-worker.ts";
import { everyEndpoint } from "../../support/every-endpoint.ts";
import { lambdaContext } from "../../support/lambda-context.ts";
import { useSharedWorld } from "../../support/use-world.ts";

const world = useSharedWorld();

/** What the Lambda console sends: any JSON. */
const testEvents = [{ key1: "value1" }, "text", null];

describe.each(everyEndpoint)("$method $path", ({ create, method, path }) => {
	it.each([
		...testEvents,
		{ routeKey: `${method} ${path}`, requestContext: {} },
	])(
		"conventions: a test event of the Lambda console is answered with the reason: %j",
		async (event) => {
			const handler = create(world.dependencies, world.queue.send);
			expect(await handler(event, lambdaContext())).toEqual({
				statusCode: 400,
				headers: {
					"content-type": "application/json",
					"x-request-id": "request-1",
				},
				body: JSON.stringify({
					ok: false,
					error: {
						code: "VALIDATION_ERROR",
						message:
							"Validation failed: / must be an HTTP API event, payload 2.0",
					},
				}),
			});
			const [line = "{}"] = world.logLines.slice(-1);
			expect(JSON.parse(line)).toMatchObject({
				level: "INFO",
				message: "Request",
				status: 400,
			});
		},
	);
});

it("conventions: the readers of the stream refuse an event that is not of a stream with the reason", async () => {
	const { pipeline } = world.dependencies;
	const mailer = approvalMailer({
		...pipeline,
		table: world.table,
		sendMail: async () => "SENT",
		generateMac: async () => new Uint8Array(32),
		approvalUrl: "https://pay.acme.example",
	});
	const publisher = eventPublisher({
		...pipeline,
		publish: async () => ({ accepted: 0 }),
		leftOut: [],
	});
	// Unchecked cast: the event has another shape, as the console's template does.
	for (const event of testEvents as never[])
		for (const reader of [mailer, publisher])
			await expect(reader(event, lambdaContext())).rejects.toThrow(
				"The event has no Records",
			);
});

it("conventions: the payment worker refuses an event that is not of SQS with the reason", async () => {
	const worker = paymentWorker({
		...world.dependencies.pipeline,
		table: world.table,
		sendChunks: world.queue.send,
	});
	// Unchecked cast: the event has another shape, as the console's template does.
	for (const event of testEvents as never[]) {
		await expect(worker(event, lambdaContext())).rejects.toThrow(
			"The event has no Records",
		);
	}
});
