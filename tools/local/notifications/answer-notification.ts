import {
	type AwsAnswer,
	type AwsCall,
	parse,
} from "../aws-gateway/aws-call.ts";
import { awsError, jsonAnswer } from "../aws-gateway/aws-error.ts";
import { entriesMax, type PutEventsBody, putEvents } from "./event-bridge.ts";
import type { Outbox } from "./outbox.ts";
import { sendEmail } from "./ses.ts";

/** Answers a call to SES or EventBridge as AWS does, as far as the service uses them. */
export async function answerNotification(
	call: AwsCall,
	outbox: Outbox | undefined,
): Promise<AwsAnswer> {
	if (!outbox) return awsError(call, 400, "AccessDeniedException");
	try {
		return await answer(call, outbox);
	} catch {
		// The outbox has logged the reason. The function tries again, and a full disk stops nothing else.
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
	if (call.operation === "PutEvents") {
		const body = parse<PutEventsBody>(call);
		return body.Entries.length > entriesMax
			? awsError(call, 400, "ValidationException")
			: jsonAnswer(200, await putEvents(body, outbox));
	}
	return awsError(call, 400, "UnknownOperationException");
}
