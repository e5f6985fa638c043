import type {
	AwsAnswer,
	AwsCall,
} from "../../tools/local/aws-gateway/aws-call.ts";
import { awsError } from "../../tools/local/aws-gateway/aws-error.ts";
import type { ClientExtension } from "./client-extension.ts";

/** The handler of the SDK for Node.js. */
type HttpHandler = ReturnType<
	Parameters<ClientExtension["configure"]>[0]["httpHandler"]
> & {
	updateHttpClientConfig(
		key: "requestTimeout" | "connectionTimeout",
		milliseconds: number,
	): void;
};

const header = "x-injected-timeout";

/** The answer to a call that its client takes for a call without an answer in time. */
export function timedOut(call: AwsCall): AwsAnswer {
	const answer = awsError(call, 500, "NoAnswer");
	return { ...answer, headers: { ...answer.headers, [header]: "true" } };
}

/**
 * Fails calls with such an answer, and no others, as the SDK's own timeout does after 2.5 s or 5 s. On a slow machine, a
 * call that is given up after that time changes what a test counts, or fails it.
 */
export const onlyInjectedTimeouts: ClientExtension = {
	configure(client) {
		const handler = client.httpHandler() as HttpHandler;
		handler.updateHttpClientConfig("requestTimeout", 0);
		handler.updateHttpClientConfig("connectionTimeout", 0);
		const handle = handler.handle.bind(handler);
		handler.handle = async (request, options) => {
			const answered = await handle(request, options);
			if (header in answered.response.headers)
				throw Object.assign(new Error("No answer in time, injected"), {
					name: "TimeoutError",
				});
			return answered;
		};
	},
};
