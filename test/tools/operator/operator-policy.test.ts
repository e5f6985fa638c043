import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { auditKey } from "../../../shared/dynamodb/keys.ts";
import { connectTable } from "../../../shared/dynamodb/table.ts";
import { connectChunkQueue } from "../../../shared/queue/chunk-queue.ts";
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
import { org } from "../../support/org-command.ts";
import { useSharedWorld } from "../../support/use-world.ts";
import { contractExample } from "../organization-files/contract-example.ts";
import { fakeStack } from "./support/fake-stack.ts";

interface Statement {
	Effect: "Allow" | "Deny";
	Action: string | string[];
	Resource: string;
	Condition?: object;
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
const directory = mkdtempSync(join(tmpdir(), "policy-"));
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

/** Runs a command on the world's table; each runs once at least. */
const run = new Set<string>();
async function onTable(command: string, ...words: string[]) {
	run.add(command);
	const place = ["--table", world.table.name];
	const ended = await org(...command.split(" "), ...words, ...place);
	expect(ended, command).toMatchObject({ code: 0 });
	return ended.stdout;
}

async function importFile(file: OrganizationFile) {
	const path = join(directory, "file.json");
	writeFileSync(path, JSON.stringify(file));
	await onTable("import", path, "--dry-run");
	await onTable("import", path);
}

it("docs/operator-policy.json: allows what the operator's commands call, and nothing else", async () => {
	// The commands have the system's clock, by which an attempt of yesterday is forgotten.
	world.time.now = new Date();
	await importEverything();
	await workWithOrganizations();
	await workWithKeys();
	await workWithRecords();
	await workWithBatches();
	await workWithDeadLetters();
	await runSmokeTest();

	expect([...run].sort()).toEqual([...commands.keys()].sort());
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
async function importEverything() {
	const file = contractExample();
	const [sku, invoice, advance] = [
		{ name: "Bolt" },
		{ slug: "inv-2", vendorId: "v-1", state: "APPROVED", amount: 900 },
		{ id: "adv-1", vendorId: "v-1", purchaseOrderLinkId: "po-1" },
	];
	const first: OrganizationFile = {
		...file,
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
	await importFile(first);
	await importFile({
		...first,
		skus: [{ name: "Screw", itemCode: "BOLT-1" }],
		invoices: [{ ...invoice, invoiceNumber: "N-2" }],
		advances: [{ ...advance, state: "REJECTED" }],
	});
	await onTable("export", "acme");
	await onTable("compare", "acme", "--from", world.table.name);
}

async function workWithOrganizations() {
	await onTable("audit", "acme");
	await onTable("suspend", "acme", "--keep-batches");
	await onTable("resume", "acme");
	await onTable("list");
}

async function workWithKeys() {
	const permission = ["--permission", "invoices:read"];
	const user = ["--user", "u-admin"];
	const made = await onTable("key create", "acme", ...user, ...permission);
	const { id } = JSON.parse(made);
	await onTable("key grant", "acme", id, "--permission", "payments:read");
	await onTable("key list", "acme");
	await onTable("key find", "pk_");
	const rotated = await onTable("key rotate", "acme", id, "--grace", "1d");
	await onTable("key revoke", "acme", JSON.parse(rotated).id);
}

async function workWithRecords() {
	await onTable("invoice lock", "acme", "inv-2", "--for", "10m");
	await onTable("invoice unlock", "acme", "inv-2");
	await onTable("invoice list", "acme");
	await onTable("invoice show", "acme", "inv-2");
	await onTable("invoice payments", "acme", "inv-2");
	await onTable("order list", "acme");
	await onTable("order show", "acme", "po-1");
	const advance = { amount: 10, vendorId: "v-1" };
	const path = "/v1.0/payment/request/vendor-advance";
	const { body } = await world.post(path, advance, { idempotencyKey: "a" });
	await onTable("request list", "acme");
	const { paymentRequestId } = body.data;
	await onTable("request show", "acme", paymentRequestId);
	await onTable("request history", "acme", paymentRequestId);
	const instant = new Date(world.time.now.getTime() + 1).toISOString();
	await onTable("request ask-again", "acme", "--asked-before", instant);
	await onTable("attempt show", "acme", "vendor-advance", "a");
}

async function workWithBatches() {
	await onTable("batch hold", "acme");
	await onTable("batch release", "acme");
	const payments = Array.from({ length: batchMin }, () => ({
		slug: "inv-3",
		amount: 1,
	}));
	const slug = await startBatch(world, payments);
	await workOff(world);
	await onTable("batch list", "acme");
	await onTable("batch show", "acme", slug, "--errors");
	await onTable("batch watch", "acme", slug);
	const wrong = await startBatch(world, payments);
	await onTable("batch stop", "acme", wrong, "--reason", "wrong file");
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
	await createTable(connectTable({ name, ...connection }));
	const place = ["--table", name];
	for (const command of ["dlq list", "dlq redrive"]) {
		run.add(command);
		const ended = await org(...command.split(" "), ...place);
		expect(ended).toMatchObject({ code: 0 });
	}
	// Looks for the stack's table.
	await org("key", "list", "acme", "--stack", stack);
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

it("issue 31.2: docs/operator-policy.json lets no one delete an audit record", () => {
	const { pk } = auditKey("acme", "01");
	const denied = policy.Statement.filter(({ Effect }) => Effect === "Deny");
	expect(denied).toEqual([
		{
			Sid: "KeepAudit",
			Effect: "Deny",
			Action: allowed
				.map(({ action }) => action)
				.filter(
					(action) =>
						action.endsWith("Delete") || action.endsWith("DeleteItem"),
				),
			Resource: "arn:aws:dynamodb:*:*:table/ProcurementPayments-*",
			Condition: {
				"ForAnyValue:StringLike": {
					"dynamodb:LeadingKeys": expect.toSatisfy((pattern) =>
						matches(pattern, pk),
					),
				},
			},
		},
	]);
});

it("docs/operator-policy.json: names no region, account or stage, so that it can be attached as it is", () => {
	for (const { resource } of allowed)
		expect(resource).toMatch(
			/^(\*|arn:aws:\w+:\*:\*:(\w+\/)?ProcurementPayments-\*[\w*-]*)$/,
		);
});
