import { SQSClient } from "@aws-sdk/client-sqs";
import type { AwsConnection } from "../environment/aws-connection.ts";
import { countAwsCalls, lastStep } from "../logging/activity.ts";

/** SQS limit for sending and receiving. */
export const messagesPerCall = 10;

export function connectSqs(connection: AwsConnection): SQSClient {
	const client = new SQSClient({
		...connection,
		// Otherwise the host of a queue's URL overrides an endpoint from the environment, with a warning.
		useQueueUrlAsEndpoint: false,
		// Not that of the environment: the bundles lack the rate limiter of `adaptive`.
		retryMode: "standard",
		// Without these, a call without a response would hang until the function times out.
		requestHandler: {
			connectionTimeout: 1_000,
			requestTimeout: 2_500,
			throwOnRequestTimeout: true,
		},
	});
	client.middlewareStack.add(countAwsCalls, lastStep);
	return client;
}
