import { type AwsAnswer, type AwsCall, parse } from "../aws-call.ts";
import { awsError } from "../aws-error.ts";

/** Refuses a call whose body is not a JSON object, as AWS does. */
export const refuseUnreadableBody = (call: AwsCall): AwsAnswer | undefined =>
	isJsonObject(call)
		? undefined
		: awsError(call, 400, "SerializationException");

function isJsonObject(call: AwsCall): boolean {
	try {
		const body = parse<unknown>(call);
		return typeof body === "object" && body !== null;
	} catch {
		return false;
	}
}
