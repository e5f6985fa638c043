import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingHttpHeaders } from "node:http";
import type { Table } from "../../../shared/dynamodb/table.ts";
import {
	type AwsAnswer,
	type AwsCall,
	disconnected,
	type Outcome,
	toCall,
} from "../../../tools/local/aws-gateway/aws-call.ts";
import { awsError } from "../../../tools/local/aws-gateway/aws-error.ts";
import type { AwsGateway } from "../../../tools/local/aws-gateway/gateway.ts";
import type { ClientExtension } from "../../../tools/local/client-extension.ts";
import type { RequestSigner } from "../request-signer.ts";

const timeout = "x-injected-timeout";

/** Runs code outside of all roles (`enforced-roles.ts`): what a fault does meanwhile, the calling function does not do. */
const outsideOfRoles = AsyncLocalStorage.snapshot();

/** The answer to a call that its client takes for a call without an answer in time. */
export function timedOut(call: AwsCall): AwsAnswer {
	const answer = awsError(call, 500, "NoAnswer");
	return { ...answer, headers: { ...answer.headers, [timeout]: "true" } };
}

/**
 * Hands what a client would send over HTTP to a gateway in the same process, which takes half the time. Calls have no
 * other timeout than an injected one: on a slow machine, one that is given up would change what a test counts.
 */
export const inProcess = ({
	handle,
}: Pick<AwsGateway, "handle">): ClientExtension => ({
	configure(client) {
		client.httpHandler().handle = async (request) => {
			const { path, headers } = request;
			const call = toCall(path, lowerCase(headers), toBuffer(request.body));
			const outcome = await outsideOfRoles(handle, call).catch(failRun);
			if (outcome === disconnected)
				// As the SDK's own handler names it.
				throw Object.assign(new Error("socket hang up"), {
					name: "TimeoutError",
					code: "ECONNRESET",
				});
			const { status: statusCode, headers: answered, body } = outcome;
			if (timeout in answered)
				throw Object.assign(new Error("No answer in time, injected"), {
					name: "TimeoutError",
				});
			return {
				response: {
					statusCode,
					headers: toSingle(answered),
					// The SDK changes the object's prototype.
					body: body.subarray(),
				},
			};
		};
	},
});

/** Not an error of the service, but a bug, for example in a fault. */
function failRun(error: unknown): Outcome {
	// Unhandled: Vitest reports it, also if the caller recovers from the lost call.
	Promise.reject(error);
	return disconnected;
}

/** Names the caller, as a signature does, which no engine checks and which would take a tenth of the time. */
export const unsigned = (accessKeyId: string): RequestSigner => ({
	async sign(request) {
		const scope = `${accessKeyId}/20261121/ap-south-1/dynamodb/aws4_request`;
		request.headers["x-amz-date"] = "20261121T100000Z";
		request.headers.authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`;
		return request;
	},
});

/** Removes the headers that name the SDK, and its log, which has no reader: together they cost 3 % of a test. */
export function withoutUserAgentAndLog(table: Table): Table {
	for (const { middlewareStack } of [table.documents, table.documentsNoRetry]) {
		middlewareStack.remove("getUserAgentMiddleware");
		middlewareStack.remove("loggerMiddleware");
	}
	return table;
}

/** The SDK warns of `Buffer.from(body)` for bytes. */
const toBuffer = (body: Uint8Array | string = "") =>
	typeof body === "string"
		? Buffer.from(body)
		: Buffer.from(body.buffer, body.byteOffset, body.byteLength);

const lowerCase = (headers: Record<string, string>): IncomingHttpHeaders =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
	);

const toSingle = (headers: IncomingHttpHeaders): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, `${value}`]),
	);
