import type { SQSClientConfig } from "@aws-sdk/client-sqs";

/** Changes how a client of the AWS SDK sends its calls. All clients take the same ones. */
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
 * An engine of this machine always answers, late where the machine is slow: a call that is given up after a time fails
 * an import, or changes what a test counts.
 */
export const withoutTimeouts: ClientExtension = {
	configure(client) {
		const handler = client.httpHandler() as HttpHandler;
		handler.updateHttpClientConfig("requestTimeout", 0);
		handler.updateHttpClientConfig("connectionTimeout", 0);
	},
};
