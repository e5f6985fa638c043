import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { Template } from "aws-cdk-lib/assertions";
import {
	afterAll,
	afterEach,
	beforeAll,
	describe,
	expect,
	inject,
	it,
	vi,
} from "vitest";
import { connectTable } from "../../../shared/dynamodb/table.ts";
import { connectChunkQueue } from "../../../shared/queue/chunk-queue.ts";
import { localConnection } from "../../../tools/local/local-connection.ts";
import {
	type QueueEngine,
	startQueueEngine,
} from "../../../tools/local/queue-engine.ts";
import { unbundledStack } from "../../lib/unbundled-stack.ts";
import { createTable } from "../../support/create-table.ts";
import { org, orgProcess } from "../../support/org-command.ts";
import { contractExample } from "../organization-files/contract-example.ts";
import { fakeStack } from "./support/fake-stack.ts";

/** Another one with each run: the engine may be the same. */
const stack = `ProcurementPayments-t${Date.now()}`;
/** The names that CloudFormation makes of the template's logical ids. */
const template = Template.fromStack(unbundledStack());
const physicalNames = (type: string, ofStack = stack) =>
	Object.keys(template.findResources(type)).map(
		(logicalId) => `${ofStack}-${logicalId}-1ABCDEFGHIJKL`,
	);
const [tableName = ""] = physicalNames("AWS::DynamoDB::Table");
const queueNames = physicalNames("AWS::SQS::Queue");

const directory = mkdtempSync(join(tmpdir(), "stack-"));
const exampleFile = join(directory, "acme.json");
writeFileSync(exampleFile, JSON.stringify(contractExample()));

let queueEngine: QueueEngine;
beforeAll(async () => {
	queueEngine = await startQueueEngine();
	// A stack whose name begins with the other's name.
	const neighbours = physicalNames("AWS::DynamoDB::Table", `${stack}-eu`);
	for (const name of [tableName, ...neighbours]) await create(name);
	const client = new SQSClient(localConnection(queueEngine.url));
	const otherQueues = physicalNames("AWS::SQS::Queue", `${stack}-eu`);
	for (const QueueName of [...queueNames, ...otherQueues])
		await client.send(new CreateQueueCommand({ QueueName }));
	client.destroy();
});
afterAll(async () => {
	await queueEngine.stop();
	rmSync(directory, { recursive: true });
});

const create = (name: string) =>
	createTable(
		connectTable({ name, ...localConnection(inject("dynamodbUrl")) }),
	);

/** The variables that the SDK and the commands read; those not named are not set. */
function environment(variables: Record<string, string>) {
	for (const name of [
		"AWS_ACCESS_KEY_ID",
		"AWS_SECRET_ACCESS_KEY",
		"AWS_SESSION_TOKEN",
		"AWS_REGION",
		"AWS_DEFAULT_REGION",
		"AWS_PROFILE",
		"AWS_CONFIG_FILE",
		"AWS_SHARED_CREDENTIALS_FILE",
		"AWS_ENDPOINT_URL_DYNAMODB",
		"AWS_ENDPOINT_URL_SQS",
	])
		vi.stubEnv(name, undefined);
	vi.stubEnv("AWS_CONFIG_FILE", join(directory, "none"));
	vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", join(directory, "none"));
	vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
	for (const [name, value] of Object.entries(variables))
		vi.stubEnv(name, value);
}
afterEach(() => vi.unstubAllEnvs());

const credentials = {
	AWS_ACCESS_KEY_ID: "operator",
	AWS_SECRET_ACCESS_KEY: "test",
};
const endpoints = () => ({
	AWS_ENDPOINT_URL_DYNAMODB: inject("dynamodbUrl"),
	AWS_ENDPOINT_URL_SQS: queueEngine.url,
	AWS_ENDPOINT_URL_CLOUDFORMATION: "http://127.0.0.1:1",
});
const onStack = (...words: string[]) => org(...words, "--stack", stack);

describe("contract 5: --stack finds what CloudFormation named", () => {
	it("imports into the stack's table, not into that of a stack whose name begins so too", async () => {
		environment({ ...credentials, ...endpoints(), AWS_REGION: "ap-south-1" });
		expect(await onStack("import", exampleFile)).toMatchObject({ code: 0 });
		const { stdout } = await org("export", "acme", "--table", tableName);
		expect(JSON.parse(stdout)).toMatchObject({ org: { id: "acme" } });
		expect(await org("export", "acme", "--stack", `${stack}-eu`)).toMatchObject(
			{
				code: 1,
				stdout: "",
				stderr: 'There is no organization "acme": `import` its file first\n',
			},
		);
	});

	it("finds the dead letters of the stack's queues, and by the name of a restored table the same ones", async () => {
		environment({ ...credentials, ...endpoints(), AWS_REGION: "ap-south-1" });
		const deadLetters = queueNames.find((name) => name.includes("DeadLetter"));
		const message = { organizationId: "acme", bulkActionSlug: "B", chunk: 7 };
		await connectChunkQueue({
			url: `${queueEngine.url}/000000000000/${deadLetters}`,
			...localConnection(queueEngine.url),
		})([message]);
		const { stdout } = await onStack("dlq", "list");
		expect(JSON.parse(stdout)).toMatchObject([
			{ bulkActionSlug: "B", chunk: 7 },
		]);
		const redriven = { code: 0, stdout: '{\n  "redriven": 1\n}\n' };
		expect(await onStack("dlq", "redrive", "--yes")).toMatchObject(redriven);
		const restored = ["--table", `${stack}-Table-2026-11-21`];
		expect(await org("dlq", "list", ...restored)).toMatchObject({
			code: 0,
			stdout: "[]\n",
			stderr: "",
		});
	});

	it("contract 5: takes the table that the stack's outputs name, if several tables have such a name", async () => {
		const name = `${stack}-two`;
		const used = `${name}-Table-2026-11-21`;
		await create(used);
		await create(`${name}-TableCD117FA1-1ABCDEFGHIJKL`);
		await using fake = await fakeStack(name, { TableName: used });
		environment({
			...credentials,
			...endpoints(),
			AWS_REGION: "ap-south-1",
			AWS_ENDPOINT_URL_CLOUDFORMATION: fake.url,
		});
		const onIt = (...words: string[]) => org(...words, "--stack", name);
		expect(await onIt("import", exampleFile)).toMatchObject({ code: 0 });
		const exported = await org("export", "acme", "--table", used);
		expect(exported).toMatchObject({ code: 0 });
		const compared = await onIt("compare", "acme", "--from", used);
		expect(compared).toMatchObject({ code: 0, stdout: "[]\n", stderr: "" });
	});

	it("contract 5: refuses if a restored table, or one of a deleted stack, has such a name too and no output of the stack names the right one", async () => {
		environment({ ...credentials, ...endpoints(), AWS_REGION: "ap-south-1" });
		const restored = `${stack}-restored-Table-2026-11-21`;
		await create(restored);
		await create(`${stack}-restored-TableCD117FA1-1ABCDEFGHIJKL`);
		const { code, stderr } = await org(
			...["export", "acme", "--stack", `${stack}-restored`],
		);
		expect(code).toBe(1);
		expect(stderr).toMatch(/^There are several tables of a stack [^\n]+\n$/);
		expect(stderr).toContain(restored);
		expect(await org("export", "acme", "--table", restored)).toMatchObject({
			stderr: 'There is no organization "acme": `import` its file first\n',
		});
	});
});

describe("contract 5: a stack is refused", () => {
	const refused = (stderr: RegExp) => ({
		code: 1,
		stdout: "",
		stderr: expect.stringMatching(stderr),
	});

	it("because it has no table, or no queue", async () => {
		environment({ ...credentials, ...endpoints(), AWS_REGION: "ap-south-1" });
		const unknown = ["--stack", `${stack}-unknown`];
		expect(await org("export", "acme", ...unknown)).toMatchObject(
			refused(/^There is no table of a stack \S+-unknown: [^\n]+\n$/),
		);
		await create(`${stack}-unknown-Table`);
		expect(await org("dlq", "list", ...unknown)).toMatchObject(
			refused(/^There is no queue \S+-unknown-\S+: [^\n]+\n$/),
		);
	});

	it("because a table does not exist, or its name leads to no queue", async () => {
		environment({ ...credentials, ...endpoints(), AWS_REGION: "ap-south-1" });
		expect(await org("export", "acme", "--table", "none")).toMatchObject(
			refused(/^No such table: "none"; check --table and --region\n$/),
		);
		expect(await org("dlq", "list", "--table", "none")).toMatchObject(
			refused(/^[^\n]+does not contain its stack's name[^\n]+\n$/),
		);
	});
});

describe("contract 5: the AWS environment", () => {
	const exportsAcme = { code: 0, stderr: "" };

	it("the region of AWS_DEFAULT_REGION, which the CDK reads too", async () => {
		const AWS_DEFAULT_REGION = "ap-south-1";
		environment({ ...credentials, ...endpoints(), AWS_DEFAULT_REGION });
		expect(await onStack("export", "acme")).toMatchObject(exportsAcme);
	});

	it("no region: the command says where to name one", async () => {
		environment({ ...credentials, ...endpoints() });
		for (const place of [
			["--stack", stack],
			["--table", tableName],
		])
			expect(await org("export", "acme", ...place)).toMatchObject({
				code: 1,
				stdout: "",
				stderr:
					"No AWS region: use --region, AWS_REGION, AWS_DEFAULT_REGION, or a profile (AWS_PROFILE) with a region\n",
			});
	});

	it("no credentials: the command says so", async () => {
		environment({ ...endpoints(), AWS_REGION: "ap-south-1" });
		const { code, stderr } = await onStack("export", "acme");
		expect(code).toBe(1);
		expect(stderr).toMatch(/^No AWS credentials: [^\n]+\n$/);
	});

	it("an endpoint without a server: the command does not say that the store is busy", async () => {
		environment({
			...credentials,
			AWS_REGION: "ap-south-1",
			AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:1",
		});
		for (const place of [
			["--stack", stack],
			["--table", tableName],
		])
			expect(await org("export", "acme", ...place)).toMatchObject({
				code: 1,
				stdout: "",
				stderr:
					"AWS does not answer, or answers with a server error: connect ECONNREFUSED 127.0.0.1:1\n",
			});
	});

	it("region, credentials and endpoints of AWS_PROFILE", async () => {
		const config = join(directory, "config");
		writeFileSync(
			config,
			`[profile ops]
region = ap-south-1
aws_access_key_id = operator
aws_secret_access_key = test
services = local

[services local]
dynamodb =
  endpoint_url = ${inject("dynamodbUrl")}
sqs =
  endpoint_url = ${queueEngine.url}
`,
		);
		environment({ AWS_PROFILE: "ops", AWS_CONFIG_FILE: config });
		// In a process of its own: the SDK reads a file once.
		expect(await orgProcess("dlq", "list", "--stack", stack)).toMatchObject(
			exportsAcme,
		);
	});
});
