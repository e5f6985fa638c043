import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { toApiEvent } from "../../test/support/api-event.ts";
import { type Measurement, ratios } from "../ratio.ts";
import type { Client } from "../rig/client.ts";
import type { Rig } from "../rig/rig.ts";
import { apiKey, vendorId } from "../rig/store.ts";

const rounds = 31;
const warmUpRequests = 20;
/** Open approvals of the user whose inbox is read, and more than one page has. */
const pageSize = 50;

const path = "/v1.0/payment/request";

/**
 * CPU time of a decision of an ALL stage of 3 and of a page of the inbox, compared with a request read by its id: the
 * baseline has no approvals. Their calls are counted in `test/functions/advance-workflow/counts.test.ts`.
 */
export async function approvals({
	bundles,
	startSlow,
	store,
}: Rig): Promise<Measurement[]> {
	await store.importApprovalPolicy();
	const raising = startSlow(bundles.vendorAdvance);
	const deciding = startSlow(bundles.advanceWorkflow);
	const reading = startSlow(bundles.readRecords);
	const raise = () => ask(raising, raiseEvent());
	const waiting: string[] = [];
	for (let request = 0; request < pageSize; request++)
		waiting.push((await raise()).data.paymentRequestId);

	const cpuOf = async (client: Client, event: APIGatewayProxyEventV2) =>
		(await ask(client, event)).cpuMilliseconds;
	const decision = async () =>
		cpuOf(deciding, decisionEvent((await raise()).data.paymentRequestId));
	const inbox = () => cpuOf(reading, inboxEvent());
	const single = () => cpuOf(reading, detailsEvent(waiting[0] ?? ""));
	for (let request = 0; request < warmUpRequests; request++)
		for (const measured of [decision, inbox, single]) await measured();
	return [
		{
			measure:
				"client CPU of a decision of an ALL stage of 3 / a request by id",
			...(await ratios(rounds, decision, single)),
		},
		{
			measure: `client CPU of a page of ${pageSize} of the inbox / a request by id`,
			...(await ratios(rounds, inbox, single)),
		},
	];
}

async function ask(client: Client, event: APIGatewayProxyEventV2) {
	const { response, cpuMilliseconds } = await client.ask({ event });
	const { statusCode, body } = response;
	if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
	return { data: JSON.parse(`${body}`).data, cpuMilliseconds };
}

const headers = {
	authorization: `Api-Key ${apiKey}`,
	"content-type": "application/json",
};

const raiseEvent = () =>
	toApiEvent({
		method: "POST",
		path: `${path}/vendor-advance`,
		headers: { ...headers, "x-idempotency-key": randomUUID() },
		body: JSON.stringify({ amount: 1_000, vendorId }),
	});

const decisionEvent = (paymentRequestId: string) =>
	toApiEvent({
		method: "POST",
		path: `${path}/${paymentRequestId}/decision`,
		routeKey: `POST ${path}/{paymentRequestId}/decision`,
		headers,
		pathParameters: { paymentRequestId },
		body: JSON.stringify({ decision: "APPROVE", stage: 0, round: 1 }),
	});

const inboxEvent = () =>
	toApiEvent({
		method: "GET",
		path: "/v1.0/approval",
		headers,
		queryStringParameters: { limit: `${pageSize}` },
	});

const detailsEvent = (paymentRequestId: string) =>
	toApiEvent({
		method: "GET",
		path: `${path}/${paymentRequestId}`,
		routeKey: `GET ${path}/{paymentRequestId}`,
		headers,
		pathParameters: { paymentRequestId },
	});
