import { CreateQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { toNewBatchItem } from "../../../shared/batches/batches.store.ts";
import type { PaymentBatch } from "../../../shared/batches/payment-batch.ts";
import { connectTable } from "../../../shared/dynamodb/table.ts";
import { connectChunkQueue } from "../../../shared/queue/chunk-queue.ts";
import { localConnection } from "../../../tools/local/local-connection.ts";
import {
	type QueueEngine,
	startQueueEngine,
} from "../../../tools/local/queue-engine.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	deliver,
	notStopped,
	resourcesOf,
	startBatch,
} from "../../support/batches.ts";
import { createTable } from "../../support/create-table.ts";
import { org, startOrg } from "../../support/org-command.ts";
import { openWorld, type World } from "../../support/world.ts";

/** Another one with each run: the engine may be the same. */
const stack = `Stack-${Date.now()}`;
const stackTable = `${stack}-Table0A1B2C3D-XYZ`;

let world: World;
let queueEngine: QueueEngine;
beforeAll(async () => {
	world = await openWorld();
	await world.import(acme({ invoices: payableInvoices(250) }));
	queueEngine = await startQueueEngine();
	await createTable(
		connectTable({
			name: stackTable,
			...localConnection(inject("dynamodbUrl")),
		}),
	);
	const client = new SQSClient(localConnection(queueEngine.url));
	for (const name of ["ChunkQueue", "DeadLetterQueue"])
		await client.send(
			new CreateQueueCommand({ QueueName: `${stack}-${name}0A1B2C3D-XYZ` }),
		);
	client.destroy();
	// The test's engines in the place of AWS.
	vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", inject("dynamodbUrl"));
	vi.stubEnv("AWS_ENDPOINT_URL_SQS", queueEngine.url);
	vi.stubEnv("AWS_ACCESS_KEY_ID", "operator");
	vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
});
afterAll(async () => {
	vi.unstubAllEnvs();
	await queueEngine.stop();
	await world[Symbol.asyncDispose]();
});

const place = (...words: string[]) => [...words, "--region", "ap-south-1"];
const onTable = (...words: string[]) =>
	org(...place(...words, "--table", world.table.name));
const onStack = (...words: string[]) =>
	org(...place(...words, "--stack", stack));

const silence = { code: 0, stdout: "", stderr: "" };

it("contract 5: batch hold refuses a second one, batch release may be repeated", async () => {
	expect(await onTable("batch", "hold", "acme")).toEqual(silence);
	expect(await onTable("batch", "hold", "acme")).toEqual({
		code: 1,
		stdout: "",
		stderr:
			"operator already holds the batches of acme: `batch release` ends that\n",
	});
	expect(await onTable("batch", "release", "acme")).toEqual(silence);
	expect(await onTable("batch", "release", "acme")).toEqual(silence);
});

it("contract 5: a batch is watched to its end, and listed", async () => {
	const slug = await startBatch(world, resourcesOf(250));
	expect(await onTable("batch", "release", "acme")).toEqual({
		code: 1,
		stdout: "",
		stderr: `The guard of acme belongs to batch ${slug}, which removes it when it ends: wait for it, or end it with \`batch stop\`\n`,
	});

	const onWorld = ["--table", world.table.name];
	const watch = startOrg(...place("batch", "watch", "acme", slug, ...onWorld));
	for (const [delivered, body] of world.queue.take().entries()) {
		const reported = `${delivered * 100}/250`;
		await expect.poll(watch.stdout).toContain(reported);
		await deliver(world, [body]);
	}
	expect(await watch.ended).toEqual({
		code: 0,
		stderr: "",
		stdout: `[------------------------]   0% 0/250 PENDING: 0 DONE, 0 ERROR, 0 SKIPPED
[#########---------------]  40% 100/250 PENDING: 100 DONE, 0 ERROR, 0 SKIPPED
[###################-----]  80% 200/250 PENDING: 200 DONE, 0 ERROR, 0 SKIPPED
[########################] 100% 250/250 DONE: 250 DONE, 0 ERROR, 0 SKIPPED
`,
	});

	const { stdout } = await onTable("batch", "list", "acme");
	expect(JSON.parse(stdout)).toEqual([
		{
			bulkActionSlug: slug,
			status: "DONE",
			total: 250,
			counts: { DONE: 250, ERROR: 0, SKIPPED: 0 },
			createdAt: expect.any(String),
			finishedAt: expect.any(String),
			progressAt: expect.any(String),
			...notStopped,
		},
	]);
});

it("C4: a batch is stopped, and the command prints how far it is", async () => {
	const slug = await startBatch(world, resourcesOf(250, 1));
	const [first = "", ...others] = world.queue.take();
	await deliver(world, [first]);
	const stop = () =>
		onTable("batch", "stop", "acme", slug, "--reason", "wrong file");
	const { code, stdout, stderr } = await stop();
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	expect(JSON.parse(stdout)).toEqual({
		bulkActionSlug: slug,
		status: "DONE",
		total: 250,
		processed: 250,
		counts: { DONE: 100, ERROR: 0, SKIPPED: 150 },
		stoppedAt: expect.any(String),
		stoppedBy: null,
		stopReason: "wrong file",
	});
	await deliver(world, others);
	expect((await stop()).stdout).toBe(stdout);
	expect(await onTable("batch", "stop", "acme", "B", "--reason", "x")).toEqual({
		code: 1,
		stdout: "",
		stderr: 'There is no batch "B" in acme: `batch list` shows them\n',
	});
});

it("contract 5: dead letters are listed and redriven", async () => {
	const deadLetterUrl = `${queueEngine.url}/000000000000/${stack}-DeadLetterQueue0A1B2C3D-XYZ`;
	const message = { organizationId: "acme", bulkActionSlug: "B", chunk: 7 };
	await connectChunkQueue({
		url: deadLetterUrl,
		...localConnection(queueEngine.url),
	})([message]);
	const { stdout, ...ended } = await onStack("dlq", "list");
	expect(ended).toEqual({ code: 0, stderr: "" });
	expect(JSON.parse(stdout)).toEqual([
		{
			messageId: expect.any(String),
			orgId: "acme",
			bulkActionSlug: "B",
			chunk: 7,
			batchStatus: null,
			secondsLeft: null,
			receiveCount: 1,
			sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
		},
	]);
	const redrive = place("dlq", "redrive", "--table", stackTable);
	const redriven = (count: number) => ({
		code: 0,
		stdout: `{\n  "redriven": ${count}\n}\n`,
		stderr: "",
	});
	expect(await org(...redrive)).toEqual(redriven(1));
	expect(await org(...redrive)).toEqual(redriven(0));
});

it("operations, DeadLetters: standard error names the batch that is closed first", async () => {
	const deadLetterUrl = `${queueEngine.url}/000000000000/${stack}-DeadLetterQueue0A1B2C3D-XYZ`;
	const table = connectTable({
		name: stackTable,
		...localConnection(inject("dynamodbUrl")),
	});
	const minutesAgo = { B16: 16, B29: 29.9, B5: 5 };
	for (const [bulkActionSlug, minutes] of Object.entries(minutesAgo)) {
		const progressAt = new Date(Date.now() - minutes * 60_000).toISOString();
		const batch = pendingBatch({ bulkActionSlug, progressAt });
		const Item = toNewBatchItem(batch);
		await table.documents.send(new PutCommand({ TableName: stackTable, Item }));
	}
	const send = connectChunkQueue({
		url: deadLetterUrl,
		...localConnection(queueEngine.url),
	});
	const list = async (...slugs: string[]) => {
		await send(
			slugs.map((bulkActionSlug) => ({
				organizationId: "acme",
				bulkActionSlug,
				chunk: 0,
			})),
		);
		return onStack("dlq", "list");
	};

	const two = await list("B5", "B16");
	expect(two.stderr).toMatch(
		/^Batch B16 of acme is closed in \d+ min, unless a chunk of it advances$/m,
	);
	for (const { secondsLeft, batchStatus } of JSON.parse(two.stdout)) {
		expect(batchStatus).toBe("PENDING");
		expect(secondsLeft).toEqual(expect.any(Number));
	}
	expect((await list("B29")).stderr).toMatch(
		/^Batch B29 .* within two minutes/,
	);
	await onStack("dlq", "redrive");
});

/** A pending batch of acme with one chunk. */
const pendingBatch = (
	batch: Pick<PaymentBatch, "bulkActionSlug" | "progressAt">,
): PaymentBatch => ({
	...batch,
	organizationId: "acme",
	status: "PENDING",
	total: 100,
	chunks: 1,
	counted: new Set(),
	counts: { DONE: 0, ERROR: 0, SKIPPED: 0 },
	userId: "u-admin",
	keyId: null,
	idempotencyKey: "k",
	defaultPaymentDate: "2026-11-21",
	createdAt: batch.progressAt,
	sentAt: batch.progressAt,
	stop: null,
	finishedAt: null,
	expiresAt: "2099-01-01T00:00:00.000Z",
});

describe("contract 5: exit code 1, refused, with one line on standard error", () => {
	it.each<[string[], string]>([
		[["batch", "list", "absent"], 'There is no organization "absent"'],
		[["batch", "watch", "absent", "B"], 'There is no organization "absent"'],
		[["batch", "hold", "absent"], 'There is no organization "absent"'],
		[["batch", "release", "absent"], 'There is no organization "absent"'],
		[["batch", "watch", "acme", "B\n"], 'There is no batch "B\\n" in acme'],
		[["dlq", "list"], "does not contain its stack's name"],
	])("%j", async (words, line) => {
		const { code, stdout, stderr } = await onTable(...words);
		expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
		expect(stderr).toContain(line);
		expect(stderr).toMatch(/^[^\n]+\n$/);
	});

	it.each<[string[], string]>([
		[
			["batch", "list", "acme", "--table", "none"],
			'No such table: "none"; check --table and --region\n',
		],
		[
			["export", "acme", "--table", "none"],
			'No such table: "none"; check --table and --region\n',
		],
		[
			["dlq", "list", "--table", "Other-Table0A1B2C3D-XYZ"],
			"There is no queue Other-ChunkQueue…: check --region and whether the stack is deployed\n",
		],
	])("%j", async (words, stderr) => {
		const ended = await org(...place(...words));
		expect(ended).toEqual({ code: 1, stdout: "", stderr });
	});
});

it.each([
	["batch", "list"],
	["batch", "show"],
	["batch", "watch"],
	["batch", "hold"],
	["batch", "release"],
	["dlq", "list"],
	["dlq", "redrive"],
])("contract 5: --help of %s %s", async (...words) => {
	const { code, stdout, stderr } = await org(...words, "--help");
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	expect(stdout).toContain(["npm run org --", ...words].join(" "));
});

describe("contract 5: exit code 2, wrong usage, with one line on standard error", () => {
	it.each<[string[], string]>([
		[
			["batch", "watch", "acme"],
			"<slug> is missing: --help shows the arguments\n",
		],
		[
			["batch", "show", "acme"],
			"<slug> is missing: --help shows the arguments\n",
		],
		[
			["dlq", "list", "acme"],
			'unexpected argument "acme": --help shows the arguments\n',
		],
	])("%j", async (words, stderr) => {
		const ended = await org(...words);
		expect(ended).toEqual({ code: 2, stdout: "", stderr });
	});
});
