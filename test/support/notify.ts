import type {
	Context,
	DynamoDBBatchResponse,
	DynamoDBRecord,
} from "aws-lambda";
import { approvalMailer } from "../../functions/approval-mailer/approval-mailer.ts";
import { eventPublisher } from "../../functions/event-publisher/event-publisher.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import type { DetailType } from "../../shared/events/service-event.ts";
import { connectEventBus } from "../../shared/notifications/event-bus.ts";
import { connectGenerateMac } from "../../shared/notifications/link-mac.ts";
import {
	connectMailSender,
	type SendMail,
} from "../../shared/notifications/mail-sender.ts";
import { serviceAccessKeyId, type World } from "./world.ts";

export const testSender = "approvals@acme.example";
const testApprovalUrl = "https://pay.acme.example";
export const testLinkKey =
	"arn:aws:kms:ap-south-1:000000000000:key/approval-link";

/** Makes the calls in place of the world's own, long-running process. */
interface Process {
	accessKeyId: string;
	table: Table;
}

const ownProcess = ({ dependencies }: World): Process => ({
	accessKeyId: serviceAccessKeyId,
	table: dependencies.table,
});

interface MailOptions {
	/** In place of the local SES. */
	sendMail?: SendMail;
	/** It is called before each mail. */
	onMail?: () => void;
	/** What Lambda tells of the invocation: 29 s to run when absent. */
	context?: Context;
	process?: Process;
}

/** Delivers records to a mailer of their own. */
export const deliverToMailer = (
	world: World,
	records: readonly DynamoDBRecord[],
	{
		sendMail,
		onMail,
		context = world.lambdaContext(),
		process = ownProcess(world),
	}: MailOptions = {},
): Promise<DynamoDBBatchResponse> => {
	const send =
		sendMail ??
		connectMailSender({
			sender: testSender,
			...world.connectionOf(process.accessKeyId),
		});
	const mailer = approvalMailer({
		...world.dependencies.pipeline,
		table: process.table,
		generateMac: connectGenerateMac({
			keyId: testLinkKey,
			...world.connectionOf(process.accessKeyId),
		}),
		approvalUrl: testApprovalUrl,
		sendMail: (mail) => {
			onMail?.();
			return send(mail);
		},
	});
	return world.runAs("approval-mailer", () =>
		mailer({ Records: [...records] }, context),
	);
};

/** Delivers records to a publisher of their own. */
export const deliverToPublisher = (
	world: World,
	records: readonly DynamoDBRecord[],
	{
		leftOut = [],
		hasFeed = false,
		process = ownProcess(world),
	}: {
		leftOut?: readonly DetailType[];
		/** Whether the stage has an event feed too. */
		hasFeed?: boolean;
		process?: Process;
	} = {},
): Promise<DynamoDBBatchResponse> => {
	const publisher = eventPublisher({
		...world.dependencies.pipeline,
		publish: connectEventBus({
			busName: "bus",
			...world.connectionOf(process.accessKeyId),
		}),
		leftOut,
		feedTable: hasFeed ? process.table : undefined,
	});
	return world.runAs("event-publisher", () =>
		publisher({ Records: [...records] }, world.lambdaContext()),
	);
};

export const allDone: DynamoDBBatchResponse = { batchItemFailures: [] };

/** What is answered when this record, and so all after it, is to be delivered again. */
export const failedFrom = (
	record: DynamoDBRecord | undefined,
): DynamoDBBatchResponse => ({
	batchItemFailures: [
		{ itemIdentifier: record?.dynamodb?.SequenceNumber ?? "none" },
	],
});
