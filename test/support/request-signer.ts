import type { SQSClientConfig } from "@aws-sdk/client-sqs";

export type RequestSigner = Extract<
	NonNullable<SQSClientConfig["signer"]>,
	{ sign: unknown }
>;
