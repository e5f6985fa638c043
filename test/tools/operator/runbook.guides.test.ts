import { randomUUID } from "node:crypto";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { batchGuardKey, batchKey } from "../../../shared/dynamodb/keys.ts";
import { functionLogKeys } from "../../../shared/logging/log-keys.ts";
import { toMessage, toToken } from "../../../shared/mails/approval-token.ts";
import { awsError } from "../../../tools/local/aws-gateway/aws-error.ts";
import { openPageShell, type PageShell } from "../../docs/page-shell.ts";
import { payableInvoices } from "../../support/acme.ts";
import { acmeWithApprovers, approver } from "../../support/approvers.ts";
import {
	failBefore,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect, Fault } from "../../support/aws-gateway/faults/faults.ts";
import {
	startTestStack,
	type TestStack,
} from "../../support/aws-gateway/test-gateway.ts";
import { resourcesOf } from "../../support/batches.ts";
import { testKey } from "../../support/world.ts";
import {
	getBatch,
	pay,
	startBatch,
	waitForBatch,
} from "../local/batches/batch-client.ts";
import {
	expectPaidAsReported,
	readRecords,
} from "../local/batches/recorded-batches.ts";
import { withTimes } from "../local/batches/short-times.ts";
import { thresholdOf, watchedValue } from "./metrics-in-log.ts";
import { commandsOf, typeRunbook } from "./runbook.ts";
import { setTimes } from "./set-times.ts";

/**
 * Provokes what raises each alarm on the local stack, sees its metric and its log line, and types the commands of its
 * section in docs/operations.md. `aws-alarms.guides.test.ts` has those on the schedule, the queue's age and Lambda's
 * throttling. Nothing is given up here: notifications would have to fail for six hours.
 */
const ORG = "acme";
const resources = resourcesOf(300, 1);
const chunk = resources.slice(200);

let folder: string;
let dataDirectory: string;
let stack: TestStack;
let shell: PageShell;
let logged: string;

beforeEach(async ({ task }) => {
	folder = mkdtempSync(join(tmpdir(), "runbook-"));
	dataDirectory = join(folder, "data");
	const file = join(folder, "acme.json");
	writeFileSync(file, JSON.stringify(organization()));
	logged = "";
	stack = await startTestStack({
		port: 0,
		organizationFiles: [file],
		storage: { dataDirectory },
		log: (line) => {
			logged += `${line}\n`;
			appendFileSync(join(folder, "stack.log"), `${line}\n`);
		},
		change: withTimes({
			// Workers that the table throttles keep their messages for 15 s.
			visibilitySeconds: task.name.startsWith("TableThrottled") ? 60 : 2,
			abortAfterSeconds: 60,
			resendAfterSeconds: 4,
			abandonAfterSeconds: 1_800,
		}),
	});
	shell = await openPageShell(folder, dataDirectory);
	for (const command of commandsOf("## At the keyboard"))
		await shell.run(`${command}\n`);
});
afterEach(async () => {
	shell.close();
	stack.faults.clear();
	await stack.stop();
	rmSync(folder, { recursive: true });
	expect(unknownKeys(logged)).toEqual([]);
});

/** One approver, of every advance. */
const organization = () => ({
	...acmeWithApprovers([approver("u-cfo")]),
	invoices: payableInvoices(300),
});

/** Returns the keys of the functions' log lines that queries do not know. */
function unknownKeys(log: string): string[] {
	const known: string[] = Object.values(functionLogKeys).flat();
	const lines = log
		.split("\n")
		.filter((line) => line.startsWith('{"') && !line.includes('"_aws"'));
	expect(lines.length).toBeGreaterThan(0);
	const keys = new Set(lines.flatMap((line) => Object.keys(JSON.parse(line))));
	return [...keys].filter((key) => !known.includes(key));
}

/** Applies a fault to the calls of one function. */
const disturb = (name: string, effect: Effect, fault: Partial<Fault> = {}) =>
	stack.faults.add({
		...fault,
		effect: (call, forward) =>
			call.accessKeyId.includes(name) ? effect(call, forward) : forward(call),
	});

/** No worker can process the batch's third chunk. */
const breakChunk = () =>
	disturb("PaymentWorker", failBefore(), {
		matches: (body) => /#BATCH#\w+#2"/.test(JSON.stringify(body)),
	});

const expectAlarm = (alarm: string) =>
	expect
		.poll(() => watchedValue(alarm, logged))
		.toBeGreaterThanOrEqual(thresholdOf(alarm));

const expectLogged = (text: string) =>
	expect.poll(() => logged).toContain(text);

/** A batch of which all is paid but one chunk. */
async function startStuckBatch() {
	const fault = breakChunk();
	const BATCH = await startBatch(stack.url, resources);
	await expect
		.poll(async () => (await getBatch(stack.url, BATCH)).processed)
		.toBe(200);
	return { BATCH, fault };
}

async function expectAllPaid(batch: string) {
	const results = await waitForBatch(stack.url, batch);
	expect(results.every(({ status }) => status === "DONE")).toBe(true);
	const records = await readRecords(dataDirectory);
	expectPaidAsReported(records, batch, resources, results);
}

it("operations, DeadLetters and WorkerFailures: the chunk fails five times; redriven when the cause is gone, it is paid once", async () => {
	const { BATCH, fault } = await startStuckBatch();
	await expectAlarm("WorkerFailures");
	const failures = await typeRunbook(shell, "WorkerFailures", { ORG, BATCH });
	expect(failures["logs PaymentWorker ERROR"]).toContain("InternalServerError");
	await expect
		.poll(async () => JSON.parse(await shell.run("org dlq list\n")))
		.toContainEqual(
			expect.objectContaining({
				orgId: ORG,
				bulkActionSlug: BATCH,
				chunk: 2,
				batchStatus: "PENDING",
				secondsLeft: expect.any(Number),
			}),
		);

	fault.remove();
	const typed = await typeRunbook(shell, "DeadLetters", { ORG, BATCH });
	expect(typed["org dlq redrive"]).toMatch(/"redriven": \d+/);
	expect(typed['org batch watch "$ORG" "$BATCH"']).toContain("300/300 DONE");
	await expect
		.poll(async () => JSON.parse(await shell.run("org dlq list\n")))
		.toEqual([]);
	await expectAllPaid(BATCH);
});

it("operations, BatchStalled: the batch goes on by itself when the cause is gone", async () => {
	const { BATCH, fault } = await startStuckBatch();
	await setTimes(dataDirectory, {
		key: batchKey({ organizationId: ORG, bulkActionSlug: BATCH }),
		names: ["progressAt"],
		minutesAgo: 6,
	});
	await expectAlarm("BatchStalled");
	await expectLogged("InternalServerError");
	await expectLogged("made no progress");

	fault.remove();
	const typed = await typeRunbook(shell, "BatchStalled", { ORG, BATCH });
	expect(typed["logs BatchSweeper 'made no progress'"]).toContain(BATCH);
	expect(typed['org batch list "$ORG"']).toContain(BATCH);
	expect(typed['org batch watch "$ORG" "$BATCH"']).toContain("300/300 DONE");
	await expectAllPaid(BATCH);
});

it("operations, BatchesAbandoned: what was not paid is sent again in a new request", async () => {
	const { BATCH, fault } = await startStuckBatch();
	await setTimes(dataDirectory, {
		key: batchKey({ organizationId: ORG, bulkActionSlug: BATCH }),
		names: ["progressAt", "sentAt"],
		minutesAgo: 31,
	});
	await expectAlarm("BatchesAbandoned");

	const typed = await typeRunbook(shell, "BatchesAbandoned", { ORG, BATCH });
	expect(typed["logs BatchSweeper 'Batch abandoned'"]).toContain(BATCH);
	const { results } = JSON.parse(
		typed['org batch show "$ORG" "$BATCH" --errors'] ?? "",
	);
	expect(results).toEqual(
		chunk.map(({ slug, amount }, index) => ({
			position: 200 + index,
			slug,
			amount,
			status: "ERROR",
			reason: "PROCESSING_FAILED",
			paymentId: null,
		})),
	);
	fault.remove();
	const again = await pay(stack.url, chunk);
	expect(again.status).toBe(200);
	const { invoices } = await readRecords(dataDirectory);
	expect(invoices.map(({ due }) => due)).toEqual(invoices.map(() => 99));
});

it("operations, GuardHeld: an unneeded guard is released, and the next batch is accepted", async () => {
	await shell.run(`org batch hold ${ORG}\n`);
	await setTimes(dataDirectory, {
		key: batchGuardKey(ORG),
		names: ["heldAt"],
		minutesAgo: 31,
	});
	expect(await pay(stack.url, resources)).toMatchObject({
		status: 409,
		body: { error: { code: "MAP_BATCH_IN_PROGRESS" } },
	});
	await expectAlarm("GuardHeld");

	const typed = await typeRunbook(shell, "GuardHeld", { ORG });
	expect(typed['org batch list "$ORG"']).not.toContain("PENDING");
	await expectAllPaid(await startBatch(stack.url, resources));
});

const incidents = "docs/operations/incidents.md";

it("incidents, A wrong batch: what no worker has taken is not paid", async () => {
	const fault = disturb("PaymentWorker", throttle(), {
		operation: "BatchGetItem",
	});
	const BATCH = await startBatch(stack.url, resources);
	const typed = await typeRunbook(
		shell,
		"A wrong batch",
		{ ORG, BATCH },
		incidents,
	);
	expect(typed['org batch list "$ORG"']).toContain("PENDING");
	const [, , shown = ""] = Object.values(typed);
	expect(JSON.parse(shown)).toMatchObject({
		status: "DONE",
		counts: { DONE: 0, ERROR: 0, SKIPPED: 300 },
		stoppedBy: null,
		stopReason: "the file of last month",
	});
	fault.remove();
	const { invoices } = await readRecords(dataDirectory);
	expect(new Set(invoices.map(({ due }) => due))).toEqual(new Set([100]));
});

it("incidents: a leaked key is found, the organization suspended, the key revoked, what it did is seen; then the organization is served again", async () => {
	const paid = await pay(stack.url, [
		{ slug: "inv-299", amount: 2, utr: "}", narration: '\\"} {"' },
	]);
	expect(paid.status).toBe(200);
	const BATCH = await startBatch(stack.url, resources);
	const [{ id }] = JSON.parse(await shell.run("org key list acme\n"));
	const typed = await typeRunbook(
		shell,
		"A key leaked",
		{ ORG, KEY_ID: id },
		incidents,
	);
	expect(JSON.parse(typed['org key find "$PREFIX"'] ?? "")).toEqual([
		expect.objectContaining({ organizationId: ORG, id }),
	]);
	expect(JSON.parse(typed['org suspend "$ORG"'] ?? "")).toMatchObject({
		suspended: true,
	});
	const [, found] =
		Object.entries(typed).find(([one]) => /export/.test(one)) ?? [];
	expect(found).toContain('"amount":2,"utr":"}"');
	const [batch] = JSON.parse(typed['org batch list "$ORG"'] ?? "");
	expect(batch).toMatchObject({ bulkActionSlug: BATCH, status: "DONE" });
	await typeRunbook(shell, "A wrong payment", { ORG }, incidents);
	const asked = "Was this request paid\\?";
	expect(
		Object.values(await typeRunbook(shell, asked, { ORG }, incidents)),
	).toHaveLength(1);
}, 120_000);

it("operations, ApiServerErrors: the attempt reports the outcome of a request that was answered 500", async () => {
	const fault = disturb("MarkAsPaid", failBefore(), {
		operation: "BatchGetItem",
		matches: (body) => /#INVOICE#/.test(JSON.stringify(body)),
	});
	const KEY = randomUUID();
	expect(await postPayment(KEY)).toBe(500);
	const readFault = disturb("ReadAttempts", failBefore());
	const read = await fetch(`${stack.url}/v1.0/attempt/mark-as-paid`, {
		headers: { ...asAcme, "x-idempotency-key": KEY },
	});
	expect(read.status).toBe(500);
	readFault.remove();
	const failed = ["MarkAsPaid", "ReadAttempts"].map(
		(id) =>
			new RegExp(`^(?=.*"level":"ERROR").*"function_name":"[^"]*-${id}`, "m"),
	);
	for (const line of failed) await expect.poll(() => logged).toMatch(line);
	const typed = await typeRunbook(shell, "ApiServerErrors", { ORG, KEY });
	const [errors] = Object.values(typed);
	for (const line of failed) expect(errors).toMatch(line);
	expect(
		JSON.parse(typed['org attempt show "$ORG" mark-as-paid "$KEY"'] ?? ""),
	).toMatchObject({ results: [{ slug: "inv-0", status: "NOT_RECORDED" }] });

	fault.remove();
	expect(await postPayment(randomUUID())).toBe(200);
});

it("operations, NotificationsLate: mails and events arrive when SES and EventBridge take them", async () => {
	const faults = ["SendEmail", "PutEvents"].map((operation) =>
		stack.faults.add({ operation, effect: failBefore() }),
	);
	const raised = await post("/v1.0/payment/request/vendor-advance", {
		amount: 100,
		vendorId: "v-1",
	});
	expect(raised.status).toBe(200);
	await expectLogged("SES did not take a mail");
	await expectLogged("EventBridge did not take events");
	const typed = await typeRunbook(shell, "NotificationsLate", {});
	expect(typed["logs ApprovalMailer ERROR"]).toContain('"NOT_SENT":1');
	expect(typed["logs EventPublisher ERROR"]).toContain("InternalServerError");

	for (const fault of faults) fault.remove();
	await expectLogged("Mail to u-cfo@acme.example: Approval requested");
	await expectLogged('"Approval Requested":1');
});

it("operations, ApprovalLinksRefused: after another key, the open approvals are asked again", async () => {
	const raised = await post("/v1.0/payment/request/vendor-advance", {
		amount: 100,
		vendorId: "v-1",
	});
	expect(raised.status).toBe(200);
	const asked = "Mail to u-cfo@acme.example: Approval requested";
	await expectLogged(asked);
	// As links of before look to the new key.
	const another = stack.faults.add({
		operation: "VerifyMac",
		effect: async (call) => awsError(call, 400, "KMSInvalidMacException"),
	});
	const token = toToken(
		toMessage({
			...{ organizationId: ORG, paymentRequestId: "01M8", round: 1, stage: 0 },
			...{ userMark: "u-cfo", askedAt: Date.now() },
		}),
		Buffer.alloc(32),
	);
	for (let link = 0; link < thresholdOf("ApprovalLinksRefused"); link++)
		expect((await post("/approval/read", { token })).status).toBe(404);
	await expectAlarm("ApprovalLinksRefused");
	another.remove();

	const DEPLOYED = new Date().toISOString();
	const variables = { ORG, DEPLOYED };
	const typed = await typeRunbook(shell, "ApprovalLinksRefused", variables);
	const [lines, dryRun, run] = Object.values(typed);
	expect(lines).toContain('"FORGED":1');
	expect(JSON.parse(dryRun ?? "")).toMatchObject([{ userId: "u-cfo" }]);
	expect(run).toBe(dryRun);
	await expect.poll(() => logged.split(asked).length - 1).toBe(2);
});

const post = (path: string, body: object) =>
	fetch(`${stack.url}${path}`, {
		method: "POST",
		headers: { ...asAcme, "content-type": "application/json" },
		body: JSON.stringify(body),
	});

const asAcme = { authorization: `Api-Key ${testKey}` };

/** The client of batches refuses answers 5xx. */
async function postPayment(idempotencyKey: string): Promise<number> {
	const answer = await fetch(`${stack.url}/v1.0/payment/mark-as-paid`, {
		method: "POST",
		headers: {
			...asAcme,
			"content-type": "application/json",
			"x-idempotency-key": idempotencyKey,
		},
		body: JSON.stringify({
			resourceType: "INVOICE",
			resources: [{ slug: "inv-0", amount: 1 }],
		}),
	});
	return answer.status;
}

describe("operations: nothing is to be done but to wait", () => {
	it("TableThrottled: the batch goes on when the table takes writes again, without a dead letter", async () => {
		const fault = disturb("PaymentWorker", throttle(), {
			operation: "BatchExecuteStatement",
		});
		const BATCH = await startBatch(stack.url, resources);
		await expectLogged("The store is busy");
		const typed = await typeRunbook(shell, "TableThrottled", { ORG });
		expect(typed["logs PaymentWorker 'store is busy'"]).toContain(BATCH);
		expect(typed['org batch list "$ORG"']).toContain("PENDING");

		fault.remove();
		await expectAllPaid(BATCH);
		expect(JSON.parse(await shell.run("org dlq list\n"))).toEqual([]);
	});

	it("TableErrors and SweeperErrors: workers and sweeper succeed when DynamoDB does", async () => {
		const faults = ["PaymentWorker", "BatchSweeper"].map((name) =>
			disturb(name, failBefore(), { operation: "BatchGetItem" }),
		);
		const BATCH = await startBatch(stack.url, resources);
		await expectAlarm("WorkerFailures");
		// The sweeper's line: of the one batch that runs.
		await expectLogged('"results":{"FAILED":1}');
		for (const alarm of ["TableErrors", "SweeperErrors"]) {
			const typed = await typeRunbook(shell, alarm, { ORG });
			expect(Object.values(typed).join()).toContain("InternalServerError");
			expect(typed['org batch list "$ORG"']).toContain("PENDING");
		}

		for (const fault of faults) fault.remove();
		await expectAllPaid(BATCH);
	});
});
