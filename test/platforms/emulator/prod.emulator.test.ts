import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { beforeAll, expect, it } from "vitest";
import { ProcurementPaymentsClient } from "../../../client/src/index.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { resourcesOf } from "../../support/batches.ts";
import { testKey } from "../../support/world.ts";
import {
	getBatch,
	pay,
	startBatch,
	waitForBatch,
} from "../../tools/local/batches/batch-client.ts";
import {
	expectPaidAsReported,
	readRecordsOf,
} from "../../tools/local/batches/recorded-batches.ts";
import {
	asOperator,
	copySource,
	deploy,
	describeStack,
	destroy,
	type Release,
	sqs,
	synthesize,
} from "./deploy.ts";

const stack = "ProcurementPayments-prod";
const store = ["--stack", stack];

let first: Release;
let second: Release;
let broken: Release;
let outputs: Record<string, string>;
beforeAll(async () => {
	first = await synthesize("prod", { commit: "1111111" });
	second = await synthesize("prod", { commit: "2222222" });
	const source = withBrokenWorker();
	broken = await synthesize("prod", { commit: "3333333", source });
});

/** A worker that pays the first chunk of what it gets, and then dies. */
function withBrokenWorker(): string {
	const source = copySource();
	const path = join(source, "functions/payment-worker/handler.ts");
	const text = readFileSync(path, "utf8");
	writeFileSync(path, text.replace("export const handler", "const worker"));
	appendFileSync(
		path,
		`
export const handler: typeof worker = async (event, ...rest) => {
	await worker({ ...event, Records: event.Records.slice(0, 1) }, ...rest);
	throw new Error("A bad release");
};
`,
	);
	return source;
}

const url = () => outputs.ApiUrl ?? "";

const deployedVersion = async () => {
	const { outputs } = await describeStack(stack);
	return outputs.Version;
};

/** @throws When a check fails, or something of its organization is left. */
const smoke = () => asOperator("smoke", ...store);

const passed = /^All \d+ checks passed$/m;

const readAcme = () => readRecordsOf(store, { AWS_PROFILE: "operator" });

it("cdk deploy makes the stack of prod, and the smoke test passes with the operator's policy only", async () => {
	await deploy(first);
	({ outputs } = await describeStack(stack));
	expect(outputs.Version).toMatch(/\+1111111$/);
	expect(await smoke()).toMatch(passed);
});

it("IAM is enforced: what the operator's policy does not allow is refused", async () => {
	const operator = new DynamoDBClient({ profile: "operator" });
	const deletion = operator.send(
		new DeleteTableCommand({ TableName: outputs.TableName }),
	);
	await expect(deletion).rejects.toThrow(
		/not authorized to perform: dynamodb:DeleteTable/,
	);
});

const preparerKey = "acme-preparer-key";

it("a batch of 400 is paid once each, and its key again pays nothing", async () => {
	const file = join(first.app, "acme.json");
	const { users, apiKeys, ...organization } = acme({
		invoices: payableInvoices(1_000),
	});
	const preparer = { id: "u-preparer", name: "Preparer", role: "MEMBER" };
	const key = { key: preparerKey, name: "Lists", userId: "u-preparer" };
	writeFileSync(
		file,
		JSON.stringify({
			...organization,
			org: { ...organization.org, secondPersonFrom: 0 },
			users: [...users, preparer],
			apiKeys: [...apiKeys, { ...key, permissions: ["payments:prepare"] }],
		}),
	);
	await asOperator("org", "import", file, ...store, "--yes");
	const resources = resourcesOf(400, 1);
	const accepted = await pay(url(), resources, "batch-of-400");
	const batch = accepted.body.data.bulkActionSlug;
	const results = await waitForBatch(url(), batch);
	expect(results.every(({ status }) => status === "DONE")).toBe(true);
	expect((await pay(url(), resources, "batch-of-400")).status).toBe(409);
	expectPaidAsReported(await readAcme(), batch, resources, results);
});

it("a payment run is released by a second person only, and paid once each", async () => {
	const client = (apiKey: string) =>
		new ProcurementPaymentsClient({ url: url(), apiKey });
	const resources = resourcesOf(150, 2);
	const { runId } = await client(preparerKey).createPaymentRun({
		name: "November",
		resourceType: "INVOICE",
		resources,
	});
	await expect(
		client(preparerKey).releasePaymentRun(runId),
	).rejects.toMatchObject({ status: 403 });
	await client(testKey).releasePaymentRun(runId);
	await client(testKey).releasePaymentRun(runId);
	const results = await waitForBatch(url(), runId);
	expect(results.every(({ status }) => status === "DONE")).toBe(true);
	expectPaidAsReported(await readAcme(), runId, resources, results);
});

const resources = resourcesOf(1_000, 3);
let batch: string;

it("a release whose worker dies after a payment is rolled back in the middle of a batch", async () => {
	await deploy(broken);
	batch = await startBatch(url(), resources);
	const processed = async () => (await getBatch(url(), batch)).processed;
	await expect.poll(processed).toBeGreaterThan(0);
	await expect.poll(messagesNotYetReceived).toBe(0);
	expect(await processed()).toBeLessThan(resources.length);
	await deploy(first);
	expect(await deployedVersion()).toMatch(/\+1111111$/);
});

async function messagesNotYetReceived() {
	const { Attributes } = await sqs.send(
		new GetQueueAttributesCommand({
			QueueUrl: outputs.ChunkQueueUrl,
			AttributeNames: ["ApproximateNumberOfMessages"],
		}),
	);
	return Number(Attributes?.ApproximateNumberOfMessages);
}

it("prod is updated and rolled back while smoke tests run", async () => {
	for (const release of [second, first]) {
		let isDeployed = false;
		const deployed = deploy(release).finally(() => {
			isDeployed = true;
		});
		do expect(await smoke()).toMatch(passed);
		while (!isDeployed);
		await deployed;
		expect(await deployedVersion()).toMatch(
			release === first ? /\+1111111$/ : /\+2222222$/,
		);
	}
});

it("the batch of the bad release ends by itself, with each invoice paid once", async () => {
	const results = await waitForBatch(url(), batch);
	expect(results.every(({ status }) => status === "DONE")).toBe(true);
	expectPaidAsReported(await readAcme(), batch, resources, results);
});

it("neither the stack of prod nor its table can be deleted", async () => {
	await expect(destroy(first)).rejects.toThrow(/TerminationProtection/i);
	const deletion = new DynamoDBClient({}).send(
		new DeleteTableCommand({ TableName: outputs.TableName }),
	);
	await expect(deletion).rejects.toThrow(/protect/i);
	expect(await getBatch(url(), batch)).toMatchObject({ status: "DONE" });
});
