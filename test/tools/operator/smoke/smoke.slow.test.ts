import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, describe, expect, it, vi } from "vitest";
import { holdBatchGuard } from "../../../../shared/batches/batch-guard.store.ts";
import {
	apiKeyEntryKey,
	apiKeyKey,
	vendorKey,
} from "../../../../shared/dynamodb/keys.ts";
import { toListKey } from "../../../../shared/lists/list-index.store.ts";
import { toSecretHash } from "../../../../shared/organizations/api-keys/secret-hash.ts";
import { exhibits } from "../../../../tools/exhibits/exhibits.ts";
import { findApiUrl } from "../../../../tools/operator/cli/stack-outputs.ts";
import { newSecret } from "../../../../tools/operator/keys/create-key.ts";
import { deleteSmokeOrganization } from "../../../../tools/operator/smoke/delete-smoke-organization.ts";
import { runSmoke } from "../../../../tools/operator/smoke/run-smoke.ts";
import { readSmokeOptions } from "../../../../tools/operator/smoke/smoke-options.ts";
import {
	newSmokeOrganizationId,
	smokeOrganization,
} from "../../../../tools/operator/smoke/smoke-organization.ts";
import { smokeTest } from "../../../../tools/operator/smoke/smoke-test.ts";
import {
	type PlainAnswer,
	type PlainRequest,
	unreliableNetwork,
} from "../../../client/support/unreliable-network.ts";
import {
	sendToWorld,
	toFetch,
	worldTiming,
} from "../../../client/support/world-client.ts";
import { acme } from "../../../support/acme.ts";
import { workOff } from "../../../support/batches.ts";
import { collector } from "../../../support/org-command.ts";
import { useWorld } from "../../../support/use-world.ts";
import { testKey } from "../../../support/world.ts";
import { fakeStack } from "../support/fake-stack.ts";

const world = useWorld(acme);

type Answer = (request: PlainRequest) => Promise<PlainAnswer>;
const serve: Answer = (request) => sendToWorld(world, request);

/** A smoke test of the world. */
async function smoke({
	answer = serve,
	work = () => workOff(world),
	signal = new AbortController().signal,
}: {
	answer?: Answer;
	work?: () => Promise<void>;
	signal?: AbortSignal;
} = {}) {
	const lines: string[] = [];
	const ending = await smokeTest({
		table: world.table,
		url: "http://localhost",
		now: world.time.now,
		newSecret,
		signal,
		writeLine: (line) => lines.push(line),
		fetch: toFetch(unreliableNetwork(answer, () => undefined)),
		timing: worldTiming(world, work),
	}).then(
		(isPassed) => (isPassed ? "passed" : "failed"),
		(error: Error) => error.message,
	);
	return { lines, ending, id: /smoke-\w+/.exec(lines[0] ?? "")?.[0] ?? "" };
}

async function keysInTable(): Promise<string[]> {
	const { Items = [] } = await world.table.documents.send(
		new ScanCommand({ TableName: world.table.name, ConsistentRead: true }),
	);
	return Items.map(({ pk, sk }) => `${pk} ${sk}`).sort();
}

const put = (item: object) =>
	world.table.documents.send(
		new PutCommand({ TableName: world.table.name, Item: { ...item } }),
	);

describe("npm run smoke", () => {
	it("passes, with a line for each check, and leaves nothing", async () => {
		const before = await keysInTable();
		const { lines, ending, id } = await smoke();
		expect(lines.filter((line) => !line.startsWith("ok    "))).toEqual([
			`Organization ${id}, API http://localhost`,
			expect.stringMatching(/^All \d+ checks passed$/),
			expect.stringMatching(`^Deleted ${id}: \\d+ items$`),
		]);
		for (const { endpoint } of exhibits)
			expect(lines).toContain(`ok    ${endpoint.routeKey}`);
		expect(ending).toBe("passed");
		expect(await keysInTable()).toEqual(before);
	});

	it("a route that fails makes only its own check fail; the line of the check has the reason, and nothing is left", async () => {
		const before = await keysInTable();
		const { lines, ending } = await smoke({
			answer: async (request) =>
				request.url.startsWith("/v1.0/tax/gst")
					? {
							status: 403,
							headers: { "x-request-id": "r-1" },
							body: '{"ok":false,"error":{"code":"INSUFFICIENT_PERMISSIONS","message":"No."}}',
						}
					: serve(request),
		});
		expect(ending).toBe("failed");
		expect(lines.filter((line) => line.startsWith("FAIL"))).toEqual([
			"FAIL  GET /v1.0/tax/gst: 403 INSUFFICIENT_PERMISSIONS, x-request-id r-1: No.",
		]);
		expect(lines).toContainEqual(expect.stringMatching(/^1 of \d+ checks/));
		expect(await keysInTable()).toEqual(before);
	});

	it("R1: a gateway that does not pass on an id with a ~ fails the checks of such ids", async () => {
		const { lines } = await smoke({
			answer: async (request) =>
				request.url.includes("~")
					? { status: 404, headers: {}, body: '{"message":"Not Found"}' }
					: serve(request),
		});
		const reason = "404 without a code, x-request-id none: Not Found";
		expect(lines.filter((line) => line.startsWith("FAIL"))).toEqual([
			`FAIL  the vendor s/1 ?%ü#~: ${reason}`,
			`FAIL  the purchase order s/1 ?%ü#~: read and patched: ${reason}`,
			`FAIL  the invoice s/1 ?%ü#~: read, patched and paid, and its payments listed: ${reason}`,
		]);
	});

	it("a payment that fails ends the run: no check waits for it", async () => {
		const paths: string[] = [];
		const { lines, ending } = await smoke({
			answer: async (request) => {
				paths.push(request.url);
				return request.url === "/v1.0/payment/mark-as-paid"
					? {
							status: 403,
							headers: {},
							body: '{"ok":false,"error":{"code":"ACCESS_DENIED","message":"No."}}',
						}
					: serve(request);
			},
		});
		expect(ending).toBe("failed");
		const [first, ...others] = lines.filter((line) => line.startsWith("FAIL"));
		expect(first).toMatch(/^FAIL {2}a payment of 0.1, and its reversal: 403/);
		expect(others.length).toBeGreaterThan(1);
		expect(others.filter((line) => !line.endsWith(": left out"))).toEqual([]);
		expect(paths.at(-1)).toBe("/v1.0/payment/mark-as-paid");
	});

	it("a reversal that finds no payment does not pass", async () => {
		const { lines } = await smoke({
			answer: async (request) => {
				const answer = await serve(request);
				return /inv-1003\/payments/.test(request.url) &&
					request.method === "GET"
					? { ...answer, body: '{"ok":true,"data":{"items":[]}}' }
					: answer;
			},
		});
		expect(lines).toContain(
			"FAIL  a payment of 0.1, and its reversal: the number of reversed payments is 0, not 1",
		);
	});

	it("a service that records a wrong amount does not pass", async () => {
		const { lines, ending } = await smoke({
			answer: async (request) => {
				const answer = await serve(request);
				const body = answer.body.replace('"due":999.9,', '"due":1000,');
				return { ...answer, body };
			},
		});
		expect(ending).toBe("failed");
		expect(lines).toContain(
			"FAIL  a payment of 0.1, and its reversal: due is 1000, not 999.9",
		);
	});

	it("an API that does not answer: says so once, skips the other checks, and deletes what it has created", async () => {
		const before = await keysInTable();
		const { lines, ending } = await smoke({
			answer: async () => Promise.reject(new TypeError("fetch failed")),
		});
		expect(ending).toBe("failed");
		const [first, ...others] = lines.filter((line) => line.startsWith("FAIL"));
		expect(first).toMatch(
			/^FAIL {2}400 for a vendor without a name: .*fetch failed/,
		);
		expect(others.filter((line) => !line.endsWith(": left out"))).toEqual([]);
		expect(await keysInTable()).toEqual(before);
	});

	it("interrupted: skips the other checks, deletes what it has created, and says how to delete what comes later", async () => {
		const before = await keysInTable();
		const interruption = new AbortController();
		const { lines, ending, id } = await smoke({
			signal: interruption.signal,
			answer: (request) => {
				if (request.url === "/v1.0/vendor") interruption.abort();
				return serve(request);
			},
		});
		expect(ending).toBe("failed");
		expect(lines).toContain("FAIL  POST /v1.0/vendor: interrupted");
		expect(lines.at(-1)).toContain(`--clean ${id}`);
		expect(
			lines.filter(
				(line) => line.startsWith("FAIL") && !line.includes("interrupted"),
			),
		).toEqual([]);
		expect(await keysInTable()).toEqual(before);
	});

	it("a batch that does not end: says what is left, and --clean deletes it once the batch has ended", async () => {
		const before = await keysInTable();
		const { lines, ending, id } = await smoke({ work: async () => {} });
		expect(ending).toContain(`The batch of ${id} still runs`);
		expect(lines.at(-1)).toBe(
			`Not deleted: ${id}. Delete it later with the same options and --clean ${id}`,
		);
		await workOff(world);
		const left = (await keysInTable()).length - before.length;
		expect(await deleteSmokeOrganization(world.table, id)).toBe(left);
		expect(await keysInTable()).toEqual(before);
		expect(await deleteSmokeOrganization(world.table, id)).toBe(0);
	});
});

describe("the deletion of a smoke test's organization", () => {
	it("never deletes another one, with any id", async () => {
		const id = newSmokeOrganizationId(world.time.now);
		const customer = smokeOrganization(id);
		customer.org.name = "Smoke House Ltd";
		await world.import(customer);
		const before = await keysInTable();
		await expect(deleteSmokeOrganization(world.table, id)).rejects.toThrow(
			`The organization ${id} was not created by a smoke test: its name is "Smoke House Ltd"`,
		);
		for (const other of ["acme", "smoke-house", "smoke-", `${id}#`])
			await expect(deleteSmokeOrganization(world.table, other)).rejects.toThrow(
				"is not an organization of a smoke test",
			);
		expect(await keysInTable()).toEqual(before);
	});

	it("does not delete what an entry of the organization points to, unless it is the organization's own", async () => {
		const id = newSmokeOrganizationId(world.time.now);
		await world.import(smokeOrganization(id));
		const vendor = vendorKey("acme", "v-stray");
		const listKey = toListKey(id, "VENDOR", { ...vendor, createdAt: "" });
		await put({ ...vendor, ...listKey });
		await expect(deleteSmokeOrganization(world.table, id)).rejects.toThrow(
			"ORG#acme#VENDOR#v-stray is not a key of",
		);
		await put(vendor);
		const acmeKey = apiKeyKey(toSecretHash(testKey)).pk;
		const [, secretHash] = acmeKey.split("#");
		await put({ ...apiKeyEntryKey(id, "key_stray"), secretHash });
		await deleteSmokeOrganization(world.table, id);
		const left = await keysInTable();
		expect(left).toContain(`${acmeKey} KEY`);
		expect(left).toContain("ORG#acme#VENDOR#v-stray VENDOR");
	});

	it("leaves a batch that runs alone", async () => {
		const id = newSmokeOrganizationId(world.time.now);
		await world.import(smokeOrganization(id));
		await holdBatchGuard(world.table, id, "web");
		const before = await keysInTable();
		await expect(deleteSmokeOrganization(world.table, id)).rejects.toThrow(
			"still runs",
		);
		expect(await keysInTable()).toEqual(before);
	});

	it("can be repeated, and continues one that was interrupted at any call", async () => {
		const before = await keysInTable();
		const { id } = await smoke({ work: async () => {} });
		await workOff(world);
		const operator = world.connect("operator");
		let calls = 0;
		let diesAt = 1;
		world.gateway.faults.add({
			accessKeyId: "operator",
			effect: async (call, forward) => {
				calls += 1;
				if (calls < diesAt) return forward(call);
				return { status: 400, headers: {}, body: Buffer.from("{}") };
			},
		});
		let isDone = false;
		for (; !isDone; diesAt += 1) {
			calls = 0;
			isDone = await deleteSmokeOrganization(operator, id).then(
				() => true,
				() => false,
			);
		}
		expect(diesAt).toBeGreaterThan(5);
		expect(await keysInTable()).toEqual(before);
	});
});

describe("options", () => {
	afterEach(() => vi.unstubAllEnvs());

	it.each([
		["--clean acme", '--clean "acme": must be the id that the smoke test'],
		["--url 127.0.0.1", '--url "127.0.0.1" must be a URL'],
		["--table t", "--table needs --url"],
		["--stack s --table t --url http://a", "exclude each other"],
		["--stak s", "Unknown option '--stak'"],
		["more", 'unexpected argument "more"'],
	])("%s is wrong usage", async (words, reason) => {
		const stderr = collector();
		const output = { stdout: collector(), stderr };
		const { signal } = new AbortController();
		expect(await runSmoke(words.split(" "), signal, output)).toBe(2);
		expect(stderr.text()).toContain(reason);
		expect(stderr.text()).toMatch(/^[^\n]+\n$/);
	});

	it("--help describes them", async () => {
		const stdout = collector();
		const output = { stdout, stderr: collector() };
		const { signal } = new AbortController();
		expect(await runSmoke(["--help"], signal, output)).toBe(0);
		expect(stdout.text()).toContain("--clean <id>");
	});

	it("--stack finds the API by the stack's output", async () => {
		const stack = "ProcurementPayments-prod";
		const url = "https://api.example.com";
		await using fake = await fakeStack(stack, { ApiUrl: url });
		vi.stubEnv("AWS_ENDPOINT_URL_CLOUDFORMATION", fake.url);
		vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
		vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
		const place = { region: "ap-south-1" };
		expect(await findApiUrl(stack, place)).toBe(url);
		await expect(findApiUrl("Other", place)).rejects.toThrow(
			"The stack Other has no output ApiUrl",
		);
	});

	it.each([
		[0, /^No one gets the alarms: no subscription of arn:aws:sns:x is conf/],
		[1, undefined],
		["REFUSED", /^Whether anyone gets the alarms is not known: not allowed$/],
	] as const)(
		"--stack says whether anyone gets the alarms: %s subscriptions",
		async (subscriptions, line) => {
			const stack = "ProcurementPayments-prod";
			const outputs = { AlarmTopicArn: "arn:aws:sns:x" };
			await using fake = await fakeStack(stack, outputs, subscriptions);
			vi.stubEnv("AWS_ENDPOINT_URL_CLOUDFORMATION", fake.url);
			vi.stubEnv("AWS_ENDPOINT_URL_SNS", fake.url);
			vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
			vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
			const options = readSmokeOptions(["--stack", stack, "--region", "r"]);
			const said = await options?.findDeafAlarms();
			if (line) expect(said).toMatch(line);
			else expect(said).toBeUndefined();
		},
	);

	it("says nothing of alarms without --stack", async () => {
		expect(await readSmokeOptions([])?.findDeafAlarms()).toBeUndefined();
	});
});
