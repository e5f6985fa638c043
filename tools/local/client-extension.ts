import type { SQSClientConfig } from "@aws-sdk/client-sqs";

/** Changes how a client of the AWS SDK sends its calls. All clients accept the same extensions. */
export type ClientExtension = NonNullable<
	SQSClientConfig["extensions"]
>[number];

/** The handler of the SDK for Node.js. */
type HttpHandler = ReturnType<
	Parameters<ClientExtension["configure"]>[0]["httpHandler"]
> & {
	updateHttpClientConfig(
		key: "requestTimeout" | "connectionTimeout",
		milliseconds: number,
	): void;
};

/**
 * An engine of this machine always answers, though late if the machine is slow. If a call were given up after a time, an
 * import would fail, or a test would count something else.
 */
export const withoutTimeouts: ClientExtension = {
	configure(client) {
		const handler = client.httpHandler() as HttpHandler;
		handler.updateHttpClientConfig("requestTimeout", 0);
		handler.updateHttpClientConfig("connectionTimeout", 0);
	},
};
