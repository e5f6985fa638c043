import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type {
	AwsAnswer,
	AwsCall,
} from "../../../local/aws-gateway/aws-call.ts";
import { awsError } from "../../../local/aws-gateway/aws-error.ts";

const header = "x-injected-timeout";

/** The answer to a call that its client takes for a call without an answer in time. */
export function timedOut(call: AwsCall): AwsAnswer {
	const answer = awsError(call, 500, "NoAnswer");
	return { ...answer, headers: { ...answer.headers, [header]: "true" } };
}

/** Fails calls with such an answer as the SDK's own timeout does, after 2.5 s, but at once. */
export function takeTimeouts({ middlewareStack }: DynamoDBDocumentClient) {
	middlewareStack.add(
		(next) => async (args) => {
			const result = await next(args);
			if (isTimedOut(result.response))
				throw Object.assign(new Error("No answer in time, injected"), {
					name: "TimeoutError",
				});
			return result;
		},
		{ step: "deserialize", priority: "low", name: "injectedTimeout" },
	);
}

const isTimedOut = (response: unknown) =>
	typeof response === "object" &&
	response !== null &&
	"headers" in response &&
	typeof response.headers === "object" &&
	response.headers !== null &&
	header in response.headers;
