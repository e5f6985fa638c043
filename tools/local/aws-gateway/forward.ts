import { Agent, type IncomingMessage, request } from "node:http";
import {
	type AwsAnswer,
	type AwsCall,
	disconnected,
	type Outcome,
	readAll,
} from "./aws-call.ts";

/** Forwards calls unchanged over keep-alive connections. */
export function forwardTo(url: string) {
	const { hostname, port } = new URL(url);
	const agent = new Agent({ keepAlive: true });

	async function forward(call: AwsCall): Promise<Outcome> {
		try {
			return await send(call);
		} catch (error) {
			if (isNetworkError(error)) return disconnected;
			throw error;
		}
	}

	async function send(call: AwsCall): Promise<AwsAnswer> {
		const headers = toHeaders(call);
		const answer = await new Promise<IncomingMessage>((resolve, reject) => {
			request({ agent, hostname, port, method: "POST", headers }, resolve)
				.on("error", reject)
				.end(call.body);
		});
		return {
			status: answer.statusCode ?? 500,
			headers: answer.headers,
			body: await readAll(answer),
		};
	}

	return { forward, close: () => agent.destroy() };
}

/** Network errors have the code of a system call, such as ECONNRESET. */
const isNetworkError = (error: unknown): boolean =>
	error instanceof Error && "code" in error && `${error.code}`.startsWith("E");

/** Uses one access key for all callers: some engines (DynamoDB Local) keep a database for each access key. */
function toHeaders({ headers, body }: AwsCall) {
	const { connection, expect, host, ...rest } = headers;
	return {
		...rest,
		authorization: (headers.authorization ?? "").replace(
			/Credential=[^/,]+/,
			"Credential=local",
		),
		"content-length": body.length,
	};
}
