import { SQSClient } from "@aws-sdk/client-sqs";

/** What SQS takes, and gives, at a time. */
export const messagesPerCall = 10;

export interface SqsConnection {
	/** Absent on AWS, where the environment decides. */
	endpoint?: string;
	region?: string;
	credentials?: { accessKeyId: string; secretAccessKey: string };
}

export const connectSqs = (connection: SqsConnection) =>
	new SQSClient({
		...connection,
		// Else an endpoint that the environment names gives way, with a complaint, to the host of a queue's URL.
		useQueueUrlAsEndpoint: false,
		// Without these a call that the network swallowed would hang until the function is killed.
		requestHandler: {
			connectionTimeout: 1_000,
			requestTimeout: 2_500,
			throwOnRequestTimeout: true,
		},
	});
