import {
	type AwsAnswer,
	type AwsCall,
	parse,
} from "../aws-gateway/aws-call.ts";
import { awsError, jsonAnswer } from "../aws-gateway/aws-error.ts";
import { putEvents } from "./event-bridge.ts";
import type { Outbox } from "./outbox.ts";
import { sendEmail } from "./ses.ts";

/** Answers a call to SES or EventBridge as AWS does, as far as the service uses them. */
export async function answerNotification(
	call: AwsCall,
	outbox: Outbox | undefined,
): Promise<AwsAnswer> {
	if (!outbox) throw new Error(`Nothing takes ${call.operation} here`);
	try {
		return await answer(call, outbox);
	} catch {
		// The outbox has said why. The function that called tries again: a full disk stops nothing else.
		return awsError(call, 500, "InternalFailure");
	}
}

async function answer(call: AwsCall, outbox: Outbox): Promise<AwsAnswer> {
	if (call.operation === "SendEmail") {
		const sent = await sendEmail(parse(call), outbox);
		return "refusal" in sent
			? awsError(call, 400, "BadRequestException", { message: sent.refusal })
			: jsonAnswer(200, sent);
	}
	if (call.operation === "PutEvents")
		return jsonAnswer(200, await putEvents(parse(call), outbox));
	return awsError(call, 400, "UnknownOperationException");
}
