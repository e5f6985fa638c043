import type {
	AwsCall,
	Outcome,
} from "../../tools/local/aws-gateway/aws-call.ts";
import { disconnected } from "../../tools/local/aws-gateway/aws-call.ts";

/** A middleware of the SDK, as the arguments of `middlewareStack.add`. */
type Send = (args: { request: unknown }) => Promise<{ response: unknown }>;
type Added = [
	() => Send,
	{ step: "deserialize"; priority: "low"; name: "callsInProcess" },
];

/** Hands calls to `send` in this process, in the place of a connection. */
export const callsInProcess = (
	send: (call: AwsCall) => Promise<Outcome>,
): Added => [
	() =>
		async ({ request }) => {
			const outcome = await send(toCall(request as SdkRequest));
			if (outcome === disconnected)
				throw new Error("The engine does not answer");
			const { status, headers, body } = outcome;
			return { response: { statusCode: status, headers, body } };
		},
	{ step: "deserialize", priority: "low", name: "callsInProcess" },
];

/** What the SDK's HTTP requests have, of the protocol of DynamoDB. */
interface SdkRequest {
	headers: Record<string, string>;
	body: string | Uint8Array<ArrayBuffer>;
}

function toCall({ headers, body }: SdkRequest): AwsCall {
	const [, operation = ""] = (headers["x-amz-target"] ?? "").split(".");
	return {
		accessKeyId: "simulated",
		service: "dynamodb",
		operation,
		headers,
		body:
			typeof body === "string"
				? Buffer.from(body)
				: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
	};
}
