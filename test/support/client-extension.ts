import type { SQSClientConfig } from "@aws-sdk/client-sqs";

/** Changes how a client of the AWS SDK sends its calls. All clients take the same ones. */
export type ClientExtension = NonNullable<
	SQSClientConfig["extensions"]
>[number];
