import type { DynamoDBRecord } from "aws-lambda";
import { beforeEach, expect, it } from "vitest";
import { functionLogKeys } from "../../../shared/logging/log-keys.ts";
import { awsError } from "../../../tools/local/aws-gateway/aws-error.ts";
import { acmeWithApprovers, approver } from "../../support/approvers.ts";
import type { Effect } from "../../support/aws-gateway/faults/faults.ts";
import { logged } from "../../support/logged.ts";
import {
	allDone,
	deliverToMailer,
	deliverToPublisher,
} from "../../support/notify.ts";
import { recordsOf } from "../../support/stream-records.ts";
import { useWorld } from "../../support/use-world.ts";

/** What no line may have in it. */
const canary = "canary-of-the";
const world = useWorld(() =>
	acmeWithApprovers([
		approver("u-1", { email: `${canary}-address@acme.example` }),
		approver("u-2", { email: `${canary} address@acme.example` }),
	]),
);

let records: DynamoDBRecord[];
let paymentRequestId: string;
beforeEach(async () => {
	records = await recordsOf(world, async () => {
		const { body } = await world.post("/v1.0/payment/request/vendor-advance", {
			amount: 100,
			vendorId: "v-1",
			narration: `${canary}-narration`,
		});
		paymentRequestId = body.data.paymentRequestId;
	});
	world.skipPauses();
});

const recordId = () =>
	records.find(
		({ dynamodb }) => dynamodb?.Keys?.sk?.S === "APPROVAL#0000000001#0",
	)?.eventID;

/** Fails with what was sent in the message, as SES's `MessageRejected` has the addresses. */
const failWithContents: Effect = async (call) =>
	awsError(call, 400, "MessageRejected", { message: call.body.toString() });

function expectOnlyKnownKeys() {
	const known: string[] = Object.values(functionLogKeys).flat();
	const keys = world.logLines.flatMap((line) => Object.keys(JSON.parse(line)));
	expect(keys.filter((key) => !known.includes(key))).toEqual([]);
	expect(world.logLines.join("\n")).not.toContain(canary);
}

it("a line for each advance with the outcome of its mails, and their metrics", async () => {
	const context = { ...world.lambdaContext(), awsRequestId: "lambda-1" };
	for (let delivery = 0; delivery < 2; delivery++)
		expect(await deliverToMailer(world, records, { context })).toEqual(allDone);
	const own = {
		level: "INFO",
		operation: "approval-mailer",
		organization: "acme",
		paymentRequest: paymentRequestId,
		recordId: recordId(),
		ms: expect.any(Number),
		function_request_id: "lambda-1",
	};
	expect(logged(world, "Mails")).toMatchObject([
		{ ...own, results: { ADDRESS_REFUSED: 1, SENT: 1 }, awsCalls: 7 },
		{ ...own, results: { ADDRESS_REFUSED: 1, SENT_BEFORE: 1 }, awsCalls: 3 },
	]);
	// No other outcome is counted.
	for (const { results } of logged(world, "Mails"))
		expect(Object.keys(results)).toHaveLength(2);
	const text = "A user's address is not one to which mail can be sent";
	expect(logged(world, text)[0]).toMatchObject({
		level: "WARN",
		organization: "acme",
		user: "u-2",
	});
	const refused = {
		values: { NotificationFailures: 1 },
		dimension: { reason: "ADDRESS_REFUSED" },
	};
	expect(notificationMetrics()).toEqual([
		{ values: { MailsSent: 1 }, dimension: {} },
		refused,
		refused,
	]);
	expectOnlyKnownKeys();
});

it("a mail that SES does not take: a line with the error's name, without its message", async () => {
	world.addFault({ operation: "SendEmail", effect: failWithContents });
	await deliverToMailer(world, records);
	expect(logged(world, "Mails")).toMatchObject([
		{
			level: "ERROR",
			paymentRequest: paymentRequestId,
			results: { ADDRESS_REFUSED: 1, NOT_SENT: 1 },
			error: { cause: { message: "SES did not take a mail: MessageRejected" } },
		},
	]);
	expect(notificationMetrics()).toEqual(
		["ADDRESS_REFUSED", "MAIL_NOT_SENT"].map((reason) => ({
			values: { NotificationFailures: 1 },
			dimension: { reason },
		})),
	);
	expectOnlyKnownKeys();
});

it("a table that fails has a reason of its own", async () => {
	world.addFault({ operation: "BatchGetItem", effect: failWithContents });
	await deliverToMailer(world, records);
	expect(logged(world, "Mails")).toMatchObject([{ level: "ERROR" }]);
	expect(notificationMetrics()).toEqual([
		{
			values: { NotificationFailures: 1 },
			dimension: { reason: "RECORD_FAILED" },
		},
	]);
});

it("a line for each run of the publisher, with its events by type, and their metrics", async () => {
	await deliverToPublisher(world, records);
	expect(logged(world, "Events")).toMatchObject([
		{
			level: "INFO",
			operation: "event-publisher",
			results: { "Payment Request Created": 1, "Approval Requested": 1 },
			ms: expect.any(Number),
			// Two events of one request are not in one call.
			awsCalls: 2,
		},
	]);
	expect(notificationMetrics()).toEqual([
		{ values: { EventsPublished: 2 }, dimension: {} },
	]);
	expectOnlyKnownKeys();
});

it("events that EventBridge does not take: a line with the error's name, without its message", async () => {
	world.addFault({ operation: "PutEvents", effect: failWithContents });
	await deliverToPublisher(world, records);
	expect(logged(world, "Events")).toMatchObject([
		{
			level: "ERROR",
			recordId: expect.any(String),
			results: {},
			error: { message: "EventBridge did not take events: MessageRejected" },
		},
	]);
	expect(notificationMetrics()).toEqual([
		{
			values: { NotificationFailures: 2 },
			dimension: { reason: "EVENT_NOT_PUBLISHED" },
		},
	]);
	expectOnlyKnownKeys();
});

/** Returns the metrics without those of the request. */
const notificationMetrics = () =>
	world.metrics.filter(({ values }) =>
		Object.keys(values).some((name) =>
			["MailsSent", "EventsPublished", "NotificationFailures"].includes(name),
		),
	);
