import type { SQSClientConfig } from "@aws-sdk/client-sqs";

/** Changes how a client of the AWS SDK sends its calls. All clients take the same ones. */
export type ClientExtension = NonNullable<
	SQSClientConfig["extensions"]
>[number];

export type RequestSigner = Extract<
	NonNullable<SQSClientConfig["signer"]>,
	{ sign: unknown }
>;

/** The handler of the SDK for Node.js. */
type HttpHandler = ReturnType<
	Parameters<ClientExtension["configure"]>[0]["httpHandler"]
> & {
	updateHttpClientConfig(
		key: "requestTimeout" | "connectionTimeout",
		milliseconds: number,
	): void;
};

/** On a slow machine, a call that is given up after a time changes what a test counts, or fails it. */
export const withoutTimeouts: ClientExtension = {
	configure(client) {
		const handler = client.httpHandler() as HttpHandler;
		handler.updateHttpClientConfig("requestTimeout", 0);
		handler.updateHttpClientConfig("connectionTimeout", 0);
	},
};
