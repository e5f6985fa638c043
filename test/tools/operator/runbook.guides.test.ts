import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { functionLogKeys } from "../../../shared/logging/log-keys.ts";
import { readDocument } from "../../docs/markdown.ts";
import { openPageShell, type PageShell } from "../../docs/page-shell.ts";
import { payableInvoices } from "../../support/acme.ts";
import { acmeWithApprovers, approver } from "../../support/approvers.ts";
import { failBefore } from "../../support/aws-gateway/faults/effects.ts";
import {
	startTestStack,
	type TestStack,
} from "../../support/aws-gateway/test-gateway.ts";
import { resourcesOf } from "../../support/batches.ts";
import { testKey } from "../../support/world.ts";
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
import { commandsOf, type Typed, typeCommands } from "./runbook.ts";

/** The commands of the runbook, typed on the local stack as they stand there. */
const ORG = "acme";
const resources = resourcesOf(300, 1);

let folder: string;
let dataDirectory: string;
let stack: TestStack;
let shell: PageShell;
let logged: string;

beforeEach(async () => {
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
			visibilitySeconds: 2,
			abortAfterSeconds: 60,
			resendAfterSeconds: 4,
			abandonAfterSeconds: 1_800,
		}),
	});
	shell = await openPageShell(folder, dataDirectory);
	await type("## At the keyboard", {});
});
afterEach(async () => {
	shell.close();
	stack.faults.clear();
	await stack.stop();
	rmSync(folder, { recursive: true });
});

/** One approver, of every advance. */
const organization = () => ({
	...acmeWithApprovers([approver("u-cfo")]),
	invoices: payableInvoices(300),
});

/** Each command must succeed. @param variables What the reader takes from log lines. */
const type = (
	heading: string,
	variables: Record<string, string>,
	page?: string,
): Promise<Typed> => typeCommands(shell, commandsOf(heading, page), variables);

const incidents = "docs/operations/incidents.md";
const headingsOf = (page: string, mark: string) =>
	readDocument(page)
		.split("\n")
		.filter((line) => line.startsWith(`${mark} `));

it("operations, incidents: every command succeeds; the functions log no key that the saved queries do not know", async () => {
	const post = (path: string, body: object, key = "k") =>
		fetch(`${stack.url}${path}`, {
			method: "POST",
			headers: {
				authorization: `Api-Key ${testKey}`,
				"content-type": "application/json",
				"x-idempotency-key": key,
			},
			body: JSON.stringify(body),
		});
	const advance = { amount: 100, vendorId: "v-1" };
	const raised = await post("/v1.0/payment/request/vendor-advance", advance);
	expect(raised.status).toBe(200);
	const payment = { slug: "inv-299", amount: 2, utr: "}" };
	const KEY = "paid";
	const body = { resourceType: "INVOICE", resources: [payment] };
	const paid = await post("/v1.0/payment/mark-as-paid", body, KEY);
	expect(paid.status).toBe(200);
	const BATCH = await startBatch(stack.url, resources);
	await waitForBatch(stack.url, BATCH);
	const [{ id: KEY_ID }] = JSON.parse(await shell.run("org key list acme\n"));
	const DEPLOYED = new Date().toISOString();

	const variables = { ORG, BATCH, KEY, KEY_ID, DEPLOYED };
	for (const heading of headingsOf("docs/operations.md", "###"))
		await type(heading, variables);
	const typed: Typed = {};
	for (const heading of headingsOf(incidents, "##"))
		Object.assign(typed, await type(heading, variables, incidents));

	expect(JSON.parse(typed['org key find "$PREFIX"'] ?? "")).toEqual([
		expect.objectContaining({ organizationId: ORG, id: KEY_ID }),
	]);
	const [, payments] =
		Object.entries(typed).find(([one]) => /^org export/.test(one)) ?? [];
	expect(payments).toContain('"amount":2,"utr":"}"');
	const known: string[] = Object.values(functionLogKeys).flat();
	const keys = logged
		.split("\n")
		.filter((line) => line.startsWith('{"') && !line.includes('"_aws"'))
		.flatMap((line) => Object.keys(JSON.parse(line)));
	expect(keys.length).toBeGreaterThan(0);
	expect(keys.filter((key) => !known.includes(key))).toEqual([]);
});

it("operations, DeadLetters and WorkerFailures: a chunk fails five times; redriven when the cause is gone, it is paid once", async () => {
	const fault = stack.faults.add({
		matches: (body) => /#BATCH#\w+#2"/.test(JSON.stringify(body)),
		effect: (call, forward) =>
			call.accessKeyId.includes("PaymentWorker")
				? failBefore()(call, forward)
				: forward(call),
	});
	const BATCH = await startBatch(stack.url, resources);
	const deadLetters = async () => JSON.parse(await shell.run("org dlq list\n"));
	await expect.poll(deadLetters).toContainEqual(
		expect.objectContaining({
			...{ orgId: ORG, bulkActionSlug: BATCH, chunk: 2 },
			...{ batchStatus: "PENDING", secondsLeft: expect.any(Number) },
		}),
	);
	expect((await getBatch(stack.url, BATCH)).processed).toBe(200);
	const failures = await type("### WorkerFailures", { ORG, BATCH });
	expect(failures["logs PaymentWorker ERROR"]).toContain("InternalServerError");

	fault.remove();
	const typed = await type("### DeadLetters", { ORG, BATCH });
	expect(typed["org dlq redrive"]).toMatch(/"redriven": \d+/);
	expect(typed['org batch watch "$ORG" "$BATCH"']).toContain("300/300 DONE");
	await expect.poll(deadLetters).toEqual([]);
	const results = await waitForBatch(stack.url, BATCH);
	expect(results.every(({ status }) => status === "DONE")).toBe(true);
	const records = await readRecords(dataDirectory);
	expectPaidAsReported(records, BATCH, resources, results);
});
