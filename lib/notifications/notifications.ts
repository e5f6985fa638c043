import { CfnOutput, Duration, type Stack, Validations } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { EventBus } from "aws-cdk-lib/aws-events";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { IKey } from "aws-cdk-lib/aws-kms";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { serviceFunction } from "../service-function.ts";
import { readStream, type StreamFilter } from "./read-stream.ts";
import { isOn, type NotificationSettings } from "./settings.ts";

/** What sends the notifications that a stage asks for. */
export interface Notifications {
	/** The functions that read the table's stream, which takes two readers at most. */
	readers: readonly LambdaFunction[];
	deadLetters: IQueue;
}

/** What is needed to make the links in mails. */
interface MailLinks {
	key: IKey;
	/** The address to which the links lead unless the stage sets another. */
	apiUrl: string;
}

/** Mails to approvers and events for other systems (`docs/events.md`); undefined when the stage asks for neither. */
export function notifications(
	stack: Stack,
	{
		table,
		settings,
		links,
	}: {
		table: Table;
		settings: NotificationSettings;
		links: MailLinks | undefined;
	},
): Notifications | undefined {
	if (!isOn(settings)) return undefined;
	const deadLetters = deadLetterQueue(stack);
	const { sender, approvalUrl, events, hasEventFeed } = settings;
	const readers = [
		...(sender && links
			? [
					approvalMailer(stack, {
						table,
						sender,
						deadLetters,
						key: links.key,
						url: approvalUrl ?? links.apiUrl,
					}),
				]
			: []),
		...(events === "NONE" && !hasEventFeed
			? []
			: [eventPublisher(stack, { table, deadLetters, events, hasEventFeed })]),
	];
	new CfnOutput(stack, "NotificationDeadLetterQueueUrl", {
		value: deadLetters.queueUrl,
	});
	return { readers, deadLetters };
}

function approvalMailer(
	stack: Stack,
	{
		table,
		sender,
		deadLetters,
		key,
		url,
	}: {
		table: Table;
		sender: string;
		deadLetters: IQueue;
		key: IKey;
		url: string;
	},
): LambdaFunction {
	const mailer = serviceFunction(stack, {
		name: "approval-mailer",
		table,
		tableActions: [
			"BatchGetItem", // what the payment request refers to, approvers, records of mails
			"Query", // the payment request with its approvals
			"PutItem", // the record of a mail
		],
		environment: {
			MAIL_SENDER: sender,
			LINK_KEY_ID: key.keyArn,
			APPROVAL_URL: url,
		},
	});
	mailer.addToRolePolicy(
		new PolicyStatement({
			actions: ["kms:GenerateMac"],
			resources: [key.keyArn],
		}),
	);
	mailer.addToRolePolicy(
		new PolicyStatement({
			actions: ["ses:SendEmail"],
			// SES authorizes by the verified identity, which is the address, its domain or a parent domain.
			resources: [sender, ...domainsOf(sender)].map((identity) =>
				stack.formatArn({
					service: "ses",
					resource: "identity",
					resourceName: identity,
				}),
			),
			conditions: { StringEquals: { "ses:FromAddress": sender } },
		}),
	);
	readStream(mailer, {
		table,
		deadLetters,
		filters: [
			// A stage of the workflow that opens later, and an approver who is changed or asked again, modify an approval.
			{
				eventName: ["INSERT", "MODIFY"],
				...ofKind({ prefix: "APPROVAL#" }),
			},
			{ eventName: ["INSERT"], ...ofKind({ prefix: "HISTORY#" }) },
		],
	});
	return mailer;
}

/** The domain of an address and the parents of that domain, without the top-level one. */
function domainsOf(address: string): string[] {
	const labels = address.slice(address.indexOf("@") + 1).split(".");
	return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}

function eventPublisher(
	stack: Stack,
	{
		table,
		deadLetters,
		events,
		hasEventFeed,
	}: { table: Table; deadLetters: IQueue } & Pick<
		NotificationSettings,
		"events" | "hasEventFeed"
	>,
): LambdaFunction {
	const bus = events === "NONE" ? undefined : new EventBus(stack, "EventBus");
	const publisher = serviceFunction(stack, {
		name: "event-publisher",
		table,
		tableActions: hasEventFeed
			? [
					"BatchGetItem", // the head of a feed, which events it has
					"PutItem", // the head, pages, which events it has
				]
			: [],
		environment: {
			...(bus && { EVENT_BUS_NAME: bus.eventBusName }),
			...(events === "WITHOUT_INVOICE_PAID" && {
				DETAIL_TYPES_LEFT_OUT: "Invoice Paid",
			}),
			...(hasEventFeed && { EVENT_FEED: "ON" }),
		},
	});
	if (bus) mayPutEvents(stack, publisher, bus);
	readStream(publisher, {
		table,
		deadLetters,
		// The feed must miss no event, so a record is tried nearly as long as the stream keeps it, which is a day.
		...(hasEventFeed && { maxRecordAge: Duration.hours(23) }),
		filters: [
			{
				eventName: ["INSERT"],
				...ofKind("PR", { prefix: "HISTORY#" }, { prefix: "REVERSAL#" }),
			},
			{
				eventName: ["INSERT", "MODIFY"],
				...ofKind("PO", "INVOICE", "RUN", { prefix: "APPROVAL#" }),
			},
			{ eventName: ["MODIFY"], ...finishedBatch },
		],
	});
	return publisher;
}

function mayPutEvents(stack: Stack, publisher: LambdaFunction, bus: EventBus) {
	publisher.addToRolePolicy(
		new PolicyStatement({
			actions: ["events:PutEvents"],
			resources: [bus.eventBusArn],
		}),
	);
	new CfnOutput(stack, "EventBusName", { value: bus.eventBusName });
}

/** Records whose sort key is one of these. */
const ofKind = (
	...sortKeys: (string | { prefix: string })[]
): StreamFilter => ({
	dynamodb: { Keys: { sk: { S: sortKeys } } },
});

const finishedBatch: StreamFilter = {
	dynamodb: {
		Keys: { sk: { S: ["BATCH"] } },
		NewImage: { status: { S: ["DONE"] } },
	},
};

/** Positions of stream records that were given up. */
function deadLetterQueue(stack: Stack): IQueue {
	const queue = new Queue(stack, "NotificationDeadLetterQueue", {
		encryption: QueueEncryption.SQS_MANAGED,
		enforceSSL: true,
		retentionPeriod: Duration.days(14),
	});
	Validations.of(queue).acknowledge({
		id: "AwsSolutions::AwsSolutions-SQS3",
		reason: "It is a dead-letter queue itself, of event source mappings.",
	});
	return queue;
}
