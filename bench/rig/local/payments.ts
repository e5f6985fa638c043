import { randomUUID } from "node:crypto";
import { startTestGateway } from "../../../test/support/aws-gateway/test-gateway.ts";
import type { AwsCall } from "../../../tools/local/aws-gateway/aws-call.ts";
import type { Client } from "../client.ts";
import { startClient } from "../client.ts";
import { markAsPaidEvent, toResource } from "../mark-as-paid-event.ts";
import type { Rig } from "../rig.ts";
import { toRawRequest } from "./raw-connection.ts";

/** A payment of an invoice as a request to the service. */
export function toRequests(slug: string, amount?: number): string[] {
	const resource = { ...toResource(slug), ...(amount && { amount }) };
	const { rawPath, headers, body = "" } = markAsPaidEvent([resource]);
	const given = { ...headers, host: "localhost" };
	return [toRawRequest(rawPath, toStrings(given), body)];
}

/**
 * The calls by which the function pays an invoice, once it knows the API key, recorded and to be repeated for other
 * invoices: each has a slug and an idempotency key of its own, and really writes.
 */
export async function recordCalls({
	bundles,
	engineUrl,
	store,
	queue,
}: Rig): Promise<(slug: string) => string[]> {
	const gateway = await startTestGateway({ dynamodbUrl: engineUrl });
	const client = startClient(bundles.markAsPaid, {
		dynamodbUrl: gateway.url,
		queue,
	});
	const [first = "", recorded = ""] = await store.addInvoices(2);
	await pay(client, first);
	const calls: AwsCall[] = [];
	gateway.faults.add({
		effect(call, forward) {
			calls.push(call);
			return forward(call);
		},
	});
	const idempotencyKey = await pay(client, recorded);
	await client.stop();
	await gateway.stop();
	return (slug) => {
		const key = randomUUID();
		return calls.map(({ headers, body }) =>
			toRawRequest(
				"/",
				toStrings(headers),
				body
					.toString()
					.replaceAll(recorded, slug)
					.replaceAll(idempotencyKey, key),
			),
		);
	};
}

/** @returns The idempotency key. */
async function pay(client: Client, slug: string): Promise<string> {
	const event = markAsPaidEvent([toResource(slug)]);
	const { response } = await client.ask({ event });
	if (response.statusCode !== 200)
		throw new Error(`Not paid: ${response.body}`);
	return event.headers["x-idempotency-key"] ?? "";
}

/** Without the length, which is that of another body. */
const toStrings = ({
	"content-length": _,
	...headers
}: AwsCall["headers"]): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, `${value}`]),
	);
