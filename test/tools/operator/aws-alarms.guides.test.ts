import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	GetQueueAttributesCommand,
	ReceiveMessageCommand,
	SQSClient,
} from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { batchKey } from "../../../shared/dynamodb/keys.ts";
import type { FunctionHost } from "../../../tools/local/function-host.ts";
import { localConnection } from "../../../tools/local/local-connection.ts";
import {
	type QueuePoller,
	startQueuePoller,
} from "../../../tools/local/queue-poller/queue-poller.ts";
import {
	type Schedules,
	startSchedules,
} from "../../../tools/local/schedules.ts";
import type { Template } from "../../../tools/local/template/template.ts";
import { openPageShell, type PageShell } from "../../docs/page-shell.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { failBefore } from "../../support/aws-gateway/faults/effects.ts";
import {
	startTestStack,
	type TestStack,
} from "../../support/aws-gateway/test-gateway.ts";
import { resourcesOf } from "../../support/batches.ts";
import {
	getBatch,
	startBatch,
	waitForBatch,
} from "../local/batches/batch-client.ts";
import {
	expectPaidAsReported,
	readRecords,
} from "../local/batches/recorded-batches.ts";
import { withTimes } from "../local/batches/short-times.ts";
import { commandsOfStack } from "./local-aws/commands-of-stack.ts";
import { imitateAws } from "./local-aws/imitate-aws.ts";
import {
	thresholdOf,
	watchedResources,
	watchedValue,
} from "./metrics-in-log.ts";
import {
	awsCommandsOf,
	commandsOf,
	type Typed,
	typeRunbook,
} from "./runbook.ts";
import { setTimes } from "./set-times.ts";

/**
 * Provokes what raises the alarms on metrics that only AWS has, on the local stack: reads from queue and functions what
 * the metric would have, and types the commands of the alarm's section in docs/operations.md. Those with `aws` reach an
 * imitation of AWS that switches the stack's event source and schedule.
 */
const ORG = "acme";
const resources = resourcesOf(300, 1);
const concurrencyLimit = 10;

let folder: string;
let dataDirectory: string;
let stack: TestStack;
let shell: PageShell;
let logged: string;
let whole: Template;
let aws: Awaited<ReturnType<typeof imitateAws>>;

let poller: QueuePoller | undefined;
let schedules: Schedules | undefined;
/** Whether Lambda has no concurrency left for worker and sweeper. */
let isThrottling: boolean;
/** By function. */
let throttles: Map<string, number>;

/** Lambda as it is when the account's concurrency can be used up. */
const host: Pick<FunctionHost, "invoke"> = {
	async invoke(functionArn, event) {
		if (!isThrottling) return stack.host.invoke(functionArn, event);
		const name = functionArn.split(":").at(-1) ?? "";
		throttles.set(name, (throttles.get(name) ?? 0) + 1);
		return { failure: "TooManyRequestsException: Rate Exceeded." };
	},
};

function enableMapping() {
	const [source] = whole.eventSources;
	if (!source || poller) return;
	const { gateway, sessionToken } = stack;
	const gatewayUrl = gateway.url;
	poller = startQueuePoller({ source, host, gatewayUrl, sessionToken, log });
}

function enableSchedule() {
	schedules ??= startSchedules(whole.schedules, host);
}

function log(line: string) {
	logged += `${line}\n`;
}

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "aws-alarms-"));
	dataDirectory = join(folder, "data");
	const file = join(folder, "acme.json");
	writeFileSync(file, JSON.stringify(acme({ invoices: payableInvoices(300) })));
	logged = "";
	poller = undefined;
	schedules = undefined;
	isThrottling = false;
	throttles = new Map();
	stack = await startTestStack({
		port: 0,
		organizationFiles: [file],
		storage: { dataDirectory },
		log,
		change(template) {
			whole = withTimes({
				visibilitySeconds: 2,
				abortAfterSeconds: 60,
				resendAfterSeconds: 4,
				abandonAfterSeconds: 1_800,
			})(template);
			return { ...whole, eventSources: [], schedules: [] };
		},
	});
	aws = await imitateAws(
		commandsOfStack({
			mapping: { isEnabled: () => poller !== undefined, enable: enableMapping },
			schedule: {
				isEnabled: () => schedules !== undefined,
				enable: enableSchedule,
			},
			host,
			arnOf: (name) =>
				whole.functions.find((one) => one.name === name)?.arn ?? name,
			concurrencyLimit,
		}),
	);
	shell = await openPageShell(folder, dataDirectory);
	const keyboard = awsCommandsOf("## At the keyboard").join("\n");
	const [resource = ""] = /^resource\(\) \{.*?^\}$/ms.exec(keyboard) ?? [];
	await shell.run(`${resource}
STACK=ProcurementPayments-dev
export IMITATED_AWS=${aws.url}
aws() { node "$PROJECT/test/tools/operator/local-aws/aws.ts" "$@"; }
`);
	for (const command of commandsOf("## At the keyboard"))
		await shell.run(`${command}\n`);
});
afterEach(async () => {
	vi.useRealTimers();
	shell.close();
	aws.close();
	stack.faults.clear();
	await schedules?.stop();
	await poller?.stop();
	await stack.stop();
	rmSync(folder, { recursive: true });
});

/** Types the commands of a section that need AWS. */
async function typeAws(alarm: string): Promise<Typed> {
	const typed: Typed = {};
	for (const command of awsCommandsOf(`### ${alarm}`))
		typed[command] = await shell.run(`${command}\n`);
	return typed;
}

/** What the beginning of a command printed. */
function printed(typed: Typed, beginning: string): string {
	const found = Object.entries(typed).find(([one]) =>
		one.startsWith(beginning),
	);
	if (!found) throw new Error(`${beginning} was not typed`);
	return found[1];
}

async function expectAllPaid(batch: string) {
	const results = await waitForBatch(stack.url, batch);
	expect(results.every(({ status }) => status === "DONE")).toBe(true);
	const records = await readRecords(dataDirectory);
	expectPaidAsReported(records, batch, resources, results);
}

/** SQS's `ApproximateAgeOfOldestMessage`: 0 for an empty queue. */
async function oldestMessageSeconds(queueName: string): Promise<number> {
	const QueueUrl = whole.queues.find(({ name }) => name === queueName)?.url;
	const client = new SQSClient(
		localConnection(stack.gateway.url, stack.sessionToken),
	);
	const { Attributes } = await client.send(
		new GetQueueAttributesCommand({
			QueueUrl,
			AttributeNames: ["ApproximateNumberOfMessagesNotVisible"],
		}),
	);
	const { Messages = [] } = await client.send(
		new ReceiveMessageCommand({
			QueueUrl,
			MaxNumberOfMessages: 10,
			VisibilityTimeout: 0,
			MessageSystemAttributeNames: ["SentTimestamp"],
		}),
	);
	client.destroy();
	expect(Attributes?.ApproximateNumberOfMessagesNotVisible).toBe("0");
	const ages = Messages.map(
		({ Attributes }) =>
			(Date.now() - Number(Attributes?.SentTimestamp)) / 1_000,
	);
	return Math.max(0, ...ages);
}

it("operations, OldestMessage: chunks wait for a mapping that is disabled; enabled again, they are paid", async () => {
	const [queueName = ""] = watchedResources("OldestMessage");
	const now = Date.now();
	// The queue's clock: functions and store have their own.
	vi.useFakeTimers({ toFake: ["Date"], now: now - 11 * 60_000 });
	const BATCH = await startBatch(stack.url, resources);
	vi.useRealTimers();
	expect(await oldestMessageSeconds(queueName)).toBeGreaterThanOrEqual(
		thresholdOf("OldestMessage"),
	);
	expect((await getBatch(stack.url, BATCH)).processed).toBe(0);

	const typed = await typeAws("OldestMessage");
	expect(printed(typed, "aws lambda get-event")).toMatch(/^Disabled\t/);
	await expectAllPaid(BATCH);
	await expect.poll(() => oldestMessageSeconds(queueName)).toBe(0);
	const after = await typeAws("OldestMessage");
	expect(printed(after, "aws lambda get-event")).toMatch(/^Enabled\t/);
});

/** Lambda's `Invocations` of the sweeper: each run emits this metric. */
const sweeps = () =>
	logged
		.split("\n")
		.filter((line) => line.includes('"SecondsWithoutProgress":')).length;

it("operations, SweeperStopped: a stuck batch does not end while the schedule is disabled; enabled again, it is paid", async () => {
	enableMapping();
	const fault = stack.faults.add({
		effect: (call, forward) =>
			call.accessKeyId.includes("PaymentWorker")
				? failBefore()(call, forward)
				: forward(call),
		matches: (body) => /#BATCH#\w+#2"/.test(JSON.stringify(body)),
	});
	const BATCH = await startBatch(stack.url, resources);
	await expect
		.poll(async () => JSON.parse(await shell.run("org dlq list\n")))
		.toContainEqual(expect.objectContaining({ chunk: 2 }));
	fault.remove();
	await setTimes(dataDirectory, {
		key: batchKey({ organizationId: ORG, bulkActionSlug: BATCH }),
		names: ["progressAt", "sentAt"],
		minutesAgo: 6,
	});
	expect(sweeps()).toBeLessThan(thresholdOf("SweeperStopped"));
	// The alarm on the batch's progress does not know: it has no data.
	expect(watchedValue("BatchStalled", logged)).toBeNull();
	expect((await getBatch(stack.url, BATCH)).processed).toBe(200);
	expect(watchedResources("SweeperStopped")).toEqual(
		functionsOfSchedule().map(({ name }) => name),
	);

	const typed = await typeAws("SweeperStopped");
	expect(printed(typed, "aws events describe-rule")).toBe(
		"DISABLED\trate(1 minute)\n",
	);
	const invoked = printed(typed, "aws lambda invoke");
	expect(invoked).toMatch(/^null/);
	expect(invoked).toContain('"StatusCode": 200');
	expect(sweeps()).toBeGreaterThanOrEqual(thresholdOf("SweeperStopped"));
	await expectAllPaid(BATCH);
	const after = await typeAws("SweeperStopped");
	expect(printed(after, "aws events describe-rule")).toMatch(/^ENABLED\t/);
});

const functionsOfSchedule = () =>
	whole.functions.filter(({ arn }) =>
		whole.schedules.some(({ functionArns }) => functionArns.includes(arn)),
	);

it("operations, FunctionThrottles: chunks become dead letters; with concurrency again, the batch is paid once", async () => {
	isThrottling = true;
	enableMapping();
	enableSchedule();
	const BATCH = await startBatch(stack.url, resources);
	const watched = watchedResources("FunctionThrottles");
	for (const name of watched)
		await expect
			.poll(() => throttles.get(name) ?? 0)
			.toBeGreaterThanOrEqual(thresholdOf("FunctionThrottles"));
	expect(sweeps()).toBe(0);
	const typed = await typeAws("FunctionThrottles");
	expect(printed(typed, "aws lambda get-account")).toBe(
		`${concurrencyLimit}\n`,
	);
	await expect
		.poll(async () => JSON.parse(await shell.run("org dlq list\n")))
		.toHaveLength(3);
	expect((await getBatch(stack.url, BATCH)).processed).toBe(0);

	isThrottling = false;
	await typeRunbook(shell, "FunctionThrottles", { ORG, BATCH });
	await expectAllPaid(BATCH);
	await expect
		.poll(async () => JSON.parse(await shell.run("org dlq list\n")))
		.toEqual([]);
});
