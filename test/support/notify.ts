import type { DynamoDBBatchResponse, DynamoDBRecord } from "aws-lambda";
import { approvalMailer } from "../../functions/approval-mailer/approval-mailer.ts";
import { eventPublisher } from "../../functions/event-publisher/event-publisher.ts";
import type { DetailType } from "../../shared/domain/events/service-event.ts";
import { connectEventBus } from "../../shared/notifications/event-bus.ts";
import {
	connectMailSender,
	type SendMail,
} from "../../shared/notifications/mail-sender.ts";
import type { InvocationTime } from "../../shared/runtime/retry-time.ts";
import { serviceAccessKeyId, type World } from "./world.ts";

export const testSender = "approvals@acme.example";

const connectionOf = ({ gateway }: World) => ({
	endpoint: gateway.url,
	region: "ap-south-1",
	credentials: { accessKeyId: serviceAccessKeyId, secretAccessKey: "test" },
});

interface MailOptions {
	/** In place of the local SES. */
	sendMail?: SendMail;
	/** Called before each mail. */
	onMail?: () => void;
	/** What Lambda tells of the invocation: 29 s to run when absent. */
	context?: InvocationTime;
}

/** Delivers records to a mailer of their own. */
export const deliverToMailer = (
	world: World,
	records: readonly DynamoDBRecord[],
	{ sendMail, onMail, context = world.lambdaContext() }: MailOptions = {},
): Promise<DynamoDBBatchResponse> => {
	const send =
		sendMail ??
		connectMailSender({ sender: testSender, ...connectionOf(world) });
	return approvalMailer({
		table: world.dependencies.table,
		sendMail: (mail) => {
			onMail?.();
			return send(mail);
		},
		clock: () => world.time.now,
		logger: world.dependencies.pipeline.logger,
	})({ Records: [...records] }, context);
};

/** Delivers records to a publisher of their own. */
export const deliverToPublisher = (
	world: World,
	records: readonly DynamoDBRecord[],
	leftOut: readonly DetailType[] = [],
): Promise<DynamoDBBatchResponse> =>
	eventPublisher({
		publish: connectEventBus({ busName: "bus", ...connectionOf(world) }),
		leftOut,
		logger: world.dependencies.pipeline.logger,
	})({ Records: [...records] });

export const allDone: DynamoDBBatchResponse = { batchItemFailures: [] };

/** What is answered when this record, and so all after it, is to be delivered again. */
export const failedFrom = (
	record: DynamoDBRecord | undefined,
): DynamoDBBatchResponse => ({
	batchItemFailures: [
		{ itemIdentifier: record?.dynamodb?.SequenceNumber ?? "none" },
	],
});
