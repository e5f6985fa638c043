import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { CreateQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { auditKey } from "../../../shared/dynamodb/keys.ts";
import { connectTable } from "../../../shared/dynamodb/table.ts";
import { readAuditRecords } from "../../../shared/organizations/audit-records.store.ts";
import { connectChunkQueue } from "../../../shared/queue/chunk-queue.ts";
import { insertSession } from "../../../shared/sessions/change-sessions.store.ts";
import { requiredPermissions } from "../../../tools/local/aws-gateway/refusals/required-permissions.ts";
import { localConnection } from "../../../tools/local/local-connection.ts";
import {
	type QueueEngine,
	startQueueEngine,
} from "../../../tools/local/queue-engine.ts";
import { account } from "../../../tools/local/template/account.ts";
import { commands } from "../../../tools/operator/cli/commands.ts";
import {
	findApiUrl,
	findDeafAlarms,
} from "../../../tools/operator/cli/stack-outputs.ts";
import {
	createKey,
	newSecret,
} from "../../../tools/operator/keys/create-key.ts";
import { deleteSmokeOrganization } from "../../../tools/operator/smoke/delete-smoke-organization.ts";
import {
	newSmokeOrganizationId,
	smokeOrganization,
	smokeUserId,
} from "../../../tools/operator/smoke/smoke-organization.ts";
import { importOrganization } from "../../../tools/organization-files/import-organization.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { readDocument } from "../../docs/markdown.ts";
import type { Effect } from "../../support/aws-gateway/faults/faults.ts";
import {
	startTestGateway,
	type TestGateway,
} from "../../support/aws-gateway/test-gateway.ts";
import { batchMin, startBatch, workOff } from "../../support/batches.ts";
import { createTable } from "../../support/create-table.ts";
import { operatorArn } from "../../support/fake-sts.ts";
import { org } from "../../support/org-command.ts";
import { pay } from "../../support/pay.ts";
import { useSharedWorld } from "../../support/use-world.ts";
import { testKey } from "../../support/world.ts";
import { contractExample } from "../organization-files/contract-example.ts";
import { exportedText } from "./exported.ts";
import { fakeStack } from "./support/fake-stack.ts";

interface Statement {
	Effect: "Allow" | "Deny";
	Action: string | string[];
	Resource: string;
	Condition?: Partial<Record<string, Record<string, string>>>;
}
const policy: { Statement: Statement[] } = JSON.parse(
	readDocument("docs/operator-policy.json"),
);
/** Each action that the policy allows, with its resource. */
const allowed = policy.Statement.filter(
	({ Effect }) => Effect === "Allow",
).flatMap(({ Action, Resource }) =>
	[Action].flat().map((action) => ({ action, resource: Resource })),
);

const stack = "ProcurementPayments-prod";
const deadLetters = `${stack}-DeadLetterQueue9F481546-1ABCDEFGHIJKL`;
const accessKeyId = "operator";

const world = useSharedWorld();
const directory = mkdtempSync(join(tmpdir(), "commands-"));
let queueEngine: QueueEngine;
let sqsGateway: TestGateway;

beforeAll(async () => {
	queueEngine = await startQueueEngine();
	const queues = new SQSClient(localConnection(queueEngine.url));
	for (const QueueName of [`${stack}-ChunkQueueFE7CD5D3-1ABC`, deadLetters])
		await queues.send(new CreateQueueCommand({ QueueName }));
	queues.destroy();
	sqsGateway = await startTestGateway({
		dynamodbUrl: inject("dynamodbUrl"),
		sqsUrl: queueEngine.url,
	});
	for (const { faults } of [world.gateway, sqsGateway])
		faults.add({ accessKeyId, effect: record });
	vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", world.gateway.url);
	vi.stubEnv("AWS_ENDPOINT_URL_SQS", sqsGateway.url);
	vi.stubEnv("AWS_REGION", account.region);
	vi.stubEnv("AWS_ACCESS_KEY_ID", accessKeyId);
	vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
});
afterAll(async () => {
	vi.unstubAllEnvs();
	await sqsGateway.stop();
	await queueEngine.stop();
	rmSync(directory, { recursive: true });
});

interface Called {
	action: string;
	resource: string;
}

/** What the operator called, as IAM names it. */
const called: Called[] = [];

const record: Effect = (call, forward) => {
	const needed = requiredPermissions(call);
	called.push(
		...needed.map(({ action, resource }) => ({
			action,
			resource: resource.replace(world.table.name, `${stack}-TableCD117FA1-1`),
		})),
	);
	return forward(call);
};

const isAllowed = ({ action, resource }: Called) =>
	allowed.some(
		(one) =>
			one.action === action &&
			(one.resource === "*" || matches(one.resource, resource)),
	);

/** As IAM compares ARNs: `*` is any text. */
const matches = (pattern: string, resource: string) =>
	new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(resource);

type Does = "READS" | "CHANGES" | "CHANGES ANOTHER TABLE";

/** The commands that ran, and what they do to acme. */
const run = new Map<string, Does>();

async function type(
	does: Does,
	[command, ...words]: [command: string, ...words: string[]],
	table = world.table.name,
) {
	run.set(command, does);
	const line = [...command.split(" "), ...words, "--table", table];
	const ended = await org(...line);
	expect(ended, command).toMatchObject({
		code: 0,
		place: `Acting on table ${table}, account ${account.id}, region ${account.region}\n`,
	});
	return ended.stdout;
}

/** Runs a command that only reads. @returns What it prints. */
const read = async (...words: [string, ...string[]]) =>
	JSON.parse(await type("READS", words));

/** Runs a command that changes acme. @returns What it prints. */
const change = (...words: [string, ...string[]]) => type("CHANGES", words);

const answer = async (path: string) => (await world.get(path)).body.data;

it("contract 5: each command does what its help says, with no more than docs/operator-policy.json allows, and leaves an audit record of what it changes", async () => {
	// The commands have the system's clock, by which an attempt of yesterday is forgotten.
	world.time.now = new Date();
	await importAndExport();
	await workWithOrganizations();
	await workWithKeys();
	await workWithUsers();
	await workWithInvoicesAndOrders();
	await workWithPaymentRequests();
	await workWithBatches();
	await workWithDeadLetters();
	await runSmokeTest();
	expect([...run.keys()].sort()).toEqual([...commands.keys()].sort());

	const audit = await Readable.from(
		readAuditRecords(world.table, "acme"),
	).toArray();
	const changing = [...run].flatMap(([name, does]) =>
		does === "CHANGES" ? [name] : [],
	);
	expect(new Set(audit.map(({ command }) => command))).toEqual(
		new Set(changing),
	);
	for (const one of audit)
		expect(one).toMatchObject({
			by: operatorArn,
			organizationId: "acme",
			outcome: "DONE",
			error: null,
			counts: expect.any(Object),
		});

	expect(called.filter((one) => !isAllowed(one))).toEqual([]);
	const unused = allowed.filter(
		({ action, resource }) =>
			!called.some(
				(one) =>
					one.action === action &&
					(resource === "*" || matches(resource, one.resource)),
			),
	);
	expect(unused).toEqual([]);
});

/** New entries, changed ones, and such that move what points to them. */
async function importAndExport() {
	const importFile = async (file: OrganizationFile) => {
		const path = join(directory, "file.json");
		writeFileSync(path, JSON.stringify(file));
		await type("READS", ["import", path, "--dry-run"]);
		return change("import", path, "--yes");
	};
	const file = contractExample();
	const [sku, invoice, advance] = [
		{ name: "Bolt" },
		{ slug: "inv-2", vendorId: "v-1", state: "APPROVED", amount: 900 },
		{ id: "adv-1", vendorId: "v-1", purchaseOrderLinkId: "po-1" },
	];
	const first: OrganizationFile = {
		...file,
		users: (file.users ?? []).map((user) => ({
			...user,
			email: "person@acme.example",
		})),
		apiKeys: [
			{
				key: testKey,
				name: "ERP",
				userId: "u-admin",
				permissions: [
					"invoices:read",
					"procurement:read",
					"payments:read",
					"payments:mark-paid",
					"payments:request",
				],
			},
		],
		skus: [{ ...sku, itemCode: "BOLT-1" }],
		invoices: [
			{ ...invoice, invoiceNumber: "N-1" },
			{ ...invoice, slug: "inv-3" },
		],
		advances: [{ ...advance, state: "PENDING" }],
		approvalPolicies: [
			{ name: "All", default: true, stages: [{ approvers: ["u-admin"] }] },
		],
	};
	expect(await importFile(first)).toBe(
		"acme: 13 created, 0 changed, 0 unchanged\n",
	);
	await importFile({
		...first,
		skus: [{ name: "Screw", itemCode: "BOLT-1" }],
		invoices: [{ ...invoice, invoiceNumber: "N-2" }],
		advances: [{ ...advance, state: "REJECTED" }],
	});
	expect(await type("READS", ["export", "acme"])).toBe(
		await exportedText(world),
	);
	expect(await read("payments", "acme", "--json")).toEqual([]);
	expect(await read("compare", "acme", "--from", world.table.name)).toEqual([]);
}

async function workWithOrganizations() {
	expect(await read("audit", "acme")).toMatchObject([
		{ command: "import" },
		{ command: "import" },
	]);
	const suspended = await change("suspend", "acme", "--keep-batches");
	expect(JSON.parse(suspended)).toEqual({
		suspended: true,
		stoppedBatches: [],
	});
	expect(await read("list")).toMatchObject([
		{ id: "acme", suspendedAt: expect.any(String) },
	]);
	expect(JSON.parse(await change("resume", "acme"))).toEqual({
		suspended: false,
	});
	for (const command of ["suspend", "resume"] as const)
		expect(JSON.parse(await change(command, "--all"))).toEqual({
			suspended: command === "suspend",
		});
	expect(await read("audit", "--all")).toMatchObject([
		{ command: "resume", by: operatorArn, outcome: "DONE" },
		{ command: "suspend", by: operatorArn, outcome: "DONE" },
	]);
}

async function workWithKeys() {
	const made = JSON.parse(
		await change(
			...([
				"key create",
				"acme",
				"--user",
				"u-admin",
				"--name",
				"New",
			] as const),
			...["--permission", "invoices:read", "--expires", "2030-06-30"],
		),
	);
	expect(made).toEqual({
		id: expect.stringMatching(/^key_/),
		key: expect.stringMatching(/^pk_[\w-]{43}$/),
		keyPrefix: made.key.slice(0, 8),
		// The end of that day in Asia/Kolkata.
		expiresAt: "2030-06-30T18:29:59.999Z",
	});
	await change("key grant", "acme", made.id, "--permission", "payments:read");
	const found = { id: made.id, name: "New", rotatedTo: null };
	expect(await read("key find", made.keyPrefix)).toMatchObject([
		{ organizationId: "acme", ...found },
	]);
	const rotated = JSON.parse(
		await change("key rotate", "acme", made.id, "--grace", "1d"),
	);
	expect(rotated.key).not.toBe(made.key);
	await change("key revoke", "acme", rotated.id);
	const permissions = ["invoices:read", "payments:read"];
	expect(await read("key list", "acme")).toEqual(
		expect.arrayContaining([
			expect.objectContaining({
				...{ ...found, permissions, revoked: false },
				rotatedTo: rotated.id,
			}),
			expect.objectContaining({ id: rotated.id, permissions, revoked: true }),
		]),
	);
}

async function workWithUsers() {
	const email = "person@acme.example";
	const id = contractExample().users?.[0]?.id ?? "";
	await change("user grant", "acme", id, "--permission", "invoices:read");
	await change("user revoke", "acme", id, "--permission", "invoices:read");
	const at = (minutes: number) =>
		new Date(world.time.now.getTime() + minutes * 60_000).toISOString();
	for (const command of ["user sign-out", "user unbind"] as const) {
		await insertSession(world.table, {
			...{ hash: command, email, issuer: "i", subject: "s", users: [] },
			...{ authTime: null, signedInAt: at(0), renewedAt: at(0) },
			endsAt: at(60),
		});
		expect(await read("user list", "acme")).toContainEqual(
			expect.objectContaining({ id, sessions: [expect.anything()] }),
		);
		const yes = command === "user unbind" ? ["--yes"] : [];
		expect(JSON.parse(await change(command, "acme", id, ...yes))).toMatchObject(
			{ endedSessions: 1 },
		);
	}
}

async function workWithInvoicesAndOrders() {
	const lockOf = async () => (await exportedText(world)).match(/"lock":/);
	await change("invoice lock", "acme", "inv-2", "--for", "10m");
	expect(await lockOf()).not.toBeNull();
	await change("invoice unlock", "acme", "inv-2", "--yes");
	expect(await lockOf()).toBeNull();
	await pay(world, [{ slug: "inv-2", amount: 1 }]);
	const { items } = await answer("/v1.0/invoice/inv-2/payments");
	expect(items).toHaveLength(1);
	expect(await read("invoice payments", "acme", "inv-2")).toEqual(items);
	for (const [command, path] of [
		["invoice", "/v1.0/invoice"],
		["order", "/v1.0/procurement/purchase-order"],
	] as const) {
		const { items } = await answer(path);
		expect(await read(`${command} list`, "acme")).toEqual(items);
		const id = command === "invoice" ? "inv-2" : "po-1";
		expect(await read(`${command} show`, "acme", id)).toEqual(
			await answer(`${path}/${id}`),
		);
	}
}

async function workWithPaymentRequests() {
	const advance = { amount: 10, vendorId: "v-1" };
	const path = "/v1.0/payment/request";
	const raised = await world.post(`${path}/vendor-advance`, advance, {
		idempotencyKey: "a",
	});
	expect(raised).toMatchObject({ status: 200 });
	const { paymentRequestId: id } = raised.body.data;
	const { items } = await answer(path);
	expect(await read("request list", "acme")).toEqual(items);
	expect(await read("request show", "acme", id)).toEqual(
		await answer(`${path}/${id}`),
	);
	const history = await answer(`${path}/${id}/history`);
	expect(await read("request history", "acme", id)).toEqual(history.items);
	const attempt = await world.getAttempt("vendor-advance", "a");
	const shown = await read("attempt show", "acme", "vendor-advance", "a");
	expect(shown).toEqual(attempt.body.data);
	const instant = new Date(world.time.now.getTime() + 1).toISOString();
	const asking = ["acme", "--asked-before", instant];
	expect(
		JSON.parse(await change("request ask-again", ...asking)),
	).toMatchObject([{ paymentRequestId: id, userId: "u-admin" }]);
}

async function workWithBatches() {
	const payments = Array.from({ length: batchMin }, () => ({
		slug: "inv-3",
		amount: 1,
	}));
	await change("batch hold", "acme");
	expect(
		await world.post("/v1.0/payment/mark-as-paid", {
			resourceType: "INVOICE",
			resources: payments,
		}),
	).toMatchObject({ body: { error: { code: "MAP_BATCH_IN_PROGRESS" } } });
	await change("batch release", "acme");
	const slug = await startBatch(world, payments);
	const place = ["--table", world.table.name];
	const running = await org(
		"batch",
		"show",
		"acme",
		slug,
		"--errors",
		...place,
	);
	expect(running.stderr).toBe(
		`${batchMin} of ${batchMin} resources have no result yet: only those that have one are shown\n`,
	);
	await workOff(world);
	expect(await read("batch list", "acme")).toMatchObject([
		{ bulkActionSlug: slug, status: "DONE", total: batchMin },
	]);
	const { body } = await world.getBatch(slug);
	expect(await read("batch show", "acme", slug)).toEqual(body.data);
	expect(await type("READS", ["batch watch", "acme", slug])).toBe(
		`[########################] 100% ${batchMin}/${batchMin} DONE: ${batchMin} DONE, 0 ERROR, 0 SKIPPED\n`,
	);
	const wrong = await startBatch(world, payments);
	const stop = ["acme", wrong, "--reason", "wrong file", "--yes"];
	expect(JSON.parse(await change("batch stop", ...stop))).toMatchObject({
		status: "DONE",
		counts: { DONE: 0, ERROR: 0, SKIPPED: batchMin },
		stoppedBy: null,
		stopReason: "wrong file",
	});
}

async function workWithDeadLetters() {
	await connectChunkQueue({
		url: `${queueEngine.url}/000000000000/${deadLetters}`,
		...localConnection(queueEngine.url),
	})([{ organizationId: "acme", bulkActionSlug: "B", chunk: 7 }]);
	// By its name, the table leads to the queues.
	// Another one with each run: the engine may be the same.
	const name = `${stack}-Table-${Date.now()}`;
	const connection = localConnection(inject("dynamodbUrl"));
	const table = connectTable({ name, ...connection });
	await createTable(table);
	expect(JSON.parse(await type("READS", ["dlq list"], name))).toEqual([
		{
			messageId: expect.any(String),
			...{ orgId: "acme", bulkActionSlug: "B", chunk: 7 },
			...{ batchStatus: null, secondsLeft: null, receiveCount: 1 },
			sentAt: expect.any(String),
		},
	]);
	expect(await org("dlq", "redrive", "--table", name)).toMatchObject({
		code: 1,
		stderr:
			"Move the dead letters of every organization back to be processed again? There is no terminal to answer at: repeat the command with --yes\n",
	});
	const redrive = () =>
		type("CHANGES ANOTHER TABLE", ["dlq redrive", "--yes"], name);
	expect(await redrive()).toBe('{\n  "redriven": 1\n}\n');
	expect(await redrive()).toBe('{\n  "redriven": 0\n}\n');
	const audit = await Readable.from(readAuditRecords(table, "acme")).toArray();
	expect(audit).toMatchObject([
		{ command: "dlq redrive", outcome: "DONE", counts: { messages: 1 } },
	]);
	// Looks for the stack's table.
	const listed = await org("key", "list", "acme", "--stack", stack);
	expect(listed.place).toBe(
		`Acting on stack ${stack}, account ${account.id}, region ${account.region}\n`,
	);
}

/** What it calls itself: its checks are requests to the API. */
async function runSmokeTest() {
	const { time } = world;
	const table = world.connect(accessKeyId);
	const id = newSmokeOrganizationId(time.now);
	await importOrganization(table, smokeOrganization(id), time.now);
	await createKey(table, {
		organizationId: id,
		userId: smokeUserId,
		permissions: ["invoices:read"],
		name: "Smoke test",
		expiresAt: null,
		secret: newSecret(),
		now: time.now,
	});
	await deleteSmokeOrganization(table, id);
	await deleteSmokeOrganization(table, id);
	const topic = `${stack}-Alarms04B5A0BF-1`;
	const arn = `arn:aws:sns:${account.region}:${account.id}:${topic}`;
	await using fake = await fakeStack(stack, {
		ApiUrl: "u",
		AlarmTopicArn: arn,
	});
	vi.stubEnv("AWS_ENDPOINT_URL_CLOUDFORMATION", fake.url);
	vi.stubEnv("AWS_ENDPOINT_URL_SNS", fake.url);
	await findApiUrl(stack, { region: account.region });
	await findDeafAlarms(stack, { region: account.region });
	expect(new Set(fake.actions())).toEqual(
		new Set(["DescribeStacks", "GetTopicAttributes"]),
	);
	called.push(
		{
			action: "cloudformation:DescribeStacks",
			resource: `arn:aws:cloudformation:${account.region}:${account.id}:stack/${stack}/1`,
		},
		{ action: "sns:GetTopicAttributes", resource: arn },
	);
}

/** Does the policy deny a call that names these attributes of an item under a key, as IAM decides it? */
const isDenied = (action: string, pk: string, attributes: string[] = []) =>
	policy.Statement.filter(({ Effect }) => Effect === "Deny").some(
		({ Action, Condition = {} }) => {
			const keys =
				Condition["ForAnyValue:StringLike"]?.["dynamodb:LeadingKeys"];
			const named =
				Condition["ForAnyValue:StringEquals"]?.["dynamodb:Attributes"];
			return (
				[Action].flat().includes(action) &&
				(keys === undefined || matches(keys, pk)) &&
				(named === undefined || attributes.includes(named))
			);
		},
	);

it("contract 5: docs/operator-policy.json lets nobody delete an audit record or let it expire, and allows only the writes of the commands", () => {
	const { pk } = auditKey("acme", "01");
	const deletes = allowed
		.map(({ action }) => action)
		.filter((action) => /Delete(Item)?$/.test(action));
	expect(deletes).toHaveLength(2);
	for (const action of [...deletes, "dynamodb:PartiQLUpdate"]) {
		expect(isDenied(action, pk)).toBe(true);
		expect(isDenied(action, "ORG#acme")).toBe(false);
	}
	for (const action of ["PutItem", "UpdateItem", "PartiQLInsert"]) {
		const name = `dynamodb:${action}`;
		expect(isDenied(name, pk, ["outcome", "expiresAt"])).toBe(true);
		expect(isDenied(name, "ORG#acme#BATCH#1", ["expiresAt"])).toBe(false);
		// `beginAudit`, `endAudit`
		expect(isDenied(name, pk, ["command", "endedAt", "outcome"])).toBe(false);
	}
});

it("docs/operator-policy.json: names no region, account or stage, so that it can be attached as it is", () => {
	for (const { resource } of allowed)
		expect(resource).toMatch(
			/^(\*|arn:aws:\w+:\*:\*:(\w+\/)?ProcurementPayments-\*[\w*-]*)$/,
		);
});
