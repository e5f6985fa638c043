import { spawn } from "node:child_process";
import {
	cpSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiFunctions } from "../../lib/api-functions.ts";
import { bundleKilobytesMax } from "../../lib/bundle.ts";
import { holdBatchGuard } from "../../shared/batches/batch-guard.store.ts";
import { functionFolder } from "../../tools/local/template/function-folder.ts";
import { synthesize } from "../../tools/local/template/synthesize.ts";
import { readTemplate } from "../../tools/local/template/template.ts";
import { acme, payableInvoices } from "../support/acme.ts";
import { toApiEvent } from "../support/api-event.ts";
import { failBefore } from "../support/aws-gateway/faults/effects.ts";
import { batchMin } from "../support/batches.ts";
import { openWorld, testKey, type World } from "../support/world.ts";

/** Away from the project's packages, which a bundle could load otherwise. */
const assembly = mkdtempSync(join(tmpdir(), "bundles-"));
/** The path of each bundle, by the folder of its function. */
let bundles: [folder: string, path: string][];
beforeAll(async () => {
	cpSync(await synthesize(), assembly, { recursive: true });
	const { functions } = readTemplate(assembly);
	bundles = functions.map(({ name, codePath }) => [
		functionFolder(name) ?? name,
		join(codePath, "index.js"),
	]);
});
afterAll(() => rmSync(assembly, { recursive: true }));

describe("every bundle", () => {
	it("is there", () => {
		// No endpoints have the worker and the sweeper, the mailer, its page, the publisher, signing in, and the console.
		expect(bundles).toHaveLength(apiFunctions.length + 7);
	});

	it("ADR 11: has at most 256 KB for an endpoint of the specification, and 288 KB for others", () => {
		for (const [folder, path] of bundles)
			expect(readFileSync(path).length / 1024, folder).toBeLessThanOrEqual(
				bundleKilobytesMax(folder),
			);
	});

	it("has Powertools' idempotency only if its function claims keys", () => {
		const claiming = bundles
			.filter(([, path]) =>
				readFileSync(path, "utf8").includes("IdempotencyPersistenceLayerError"),
			)
			.map(([folder]) => folder);
		expect(claiming.sort()).toEqual(["mark-as-paid", "vendor-advance"]);
	});

	it("has the endpoints of its function, and of no other", () => {
		const operationsOf = (folder: string) =>
			apiFunctions
				.filter(({ name }) => name === folder)
				.flatMap(({ endpoints }) => endpoints.map((one) => one.operation));
		for (const [folder, path] of bundles) {
			const code = readFileSync(path, "utf8");
			const bundled = [
				...code.matchAll(/\boperation:"([\w-]+)",permissions:/g),
			];
			const operations = new Set(bundled.map(([, operation]) => operation));
			expect([folder, operations]).toEqual([
				folder,
				new Set(operationsOf(folder)),
			]);
		}
	});

	it("console W1: has the code of sessions exactly if an endpoint of its function accepts them", () => {
		const accepting = apiFunctions
			.filter(({ endpoints }) => endpoints.some(({ sessions }) => sessions))
			.map(({ name }) => name);
		const bundled = bundles
			.filter(([, path]) =>
				readFileSync(path, "utf8").includes('"x-requested-with"'),
			)
			.map(([folder]) => folder);
		expect(bundled.sort()).toEqual([...accepting, "sign-in"].sort());
	});

	it("compiles nothing at run time, and leaves no import() to run", () => {
		for (const [folder, path] of bundles) {
			const code = readFileSync(path, "utf8");
			expect(code, folder).not.toMatch(/\bnew Function\b|\beval\(|\bimport\(/);
		}
	});

	it("loads where no package is installed, and exports a handler without a callback, which Node.js 24 on Lambda refuses", async () => {
		const script = `
			for (const [folder, path] of ${JSON.stringify(bundles)}) {
				const { handler } = require(path);
				console.log(folder, typeof handler, handler.length <= 2);
			}`;
		const lines = bundles.map(([folder]) => `${folder} function true\n`);
		expect(await runNode(script)).toBe(lines.join(""));
	});

	it("is all that its zip holds, without native code: it runs on any processor", () => {
		for (const [folder, path] of bundles) {
			expect(readdirSync(dirname(path)).sort(), folder).toEqual([
				"index.js",
				"package.json",
				// Not in the bundle: its files are read when they are asked for.
				...(["approval-page", "console"].includes(folder) ? ["page"] : []),
			]);
			expect(readFileSync(path, "utf8"), folder).not.toMatch(
				/\bdlopen\b|\.node["'`]/,
			);
		}
	});
});

describe("mark-as-paid, bundled", () => {
	it("4.4: pays, with the credentials of the environment", async () => {
		await using world = await openWorld();
		await world.import(acme({ invoices: payableInvoices(2) }));
		const [answer] = await send(world, [
			payment("k", [
				{ slug: "inv-0", amount: 40 },
				{ slug: "inv-1", amount: 100.5 },
			]),
		]);
		expect(answer).toEqual({
			ok: true,
			data: {
				status: "DONE",
				results: [
					{ slug: "inv-0", status: "DONE" },
					{ slug: "inv-1", status: "ERROR", reason: "AMOUNT_EXCEEDS" },
				],
			},
		});
		const { operations } = world.gateway.meter.read("role-of-the-function");
		expect(operations).toContain("BatchExecuteStatement");
	});

	it("does not load zlib for a payment of one invoice", async () => {
		await using world = await openWorld();
		await world.import(acme({ invoices: payableInvoices(1) }));
		const loaded = await run(
			world,
			[payment("k", [{ slug: "inv-0", amount: 40 }])],
			{
				script: `process.on("exit", () => console.log(process.moduleLoadList.join()));`,
			},
		);
		expect(loaded).toContain("NativeModule tls");
		expect(loaded).not.toContain("NativeModule zlib");
	});

	it("5, 7.4: still distinguishes the store's errors that refuse a key and a batch", async () => {
		await using world = await openWorld();
		await world.import(acme({ invoices: payableInvoices(1) }));
		await holdBatchGuard(world.table, "acme", "web");
		const one = payment("k", [{ slug: "inv-0", amount: 1 }]);
		const many = payment(
			"b",
			Array(batchMin).fill({ slug: "inv-0", amount: 1 }),
		);
		const [, repeated, batch] = await send(world, [one, one, many]);
		expect(repeated).toEqual({ error: expect.any(String) });
		expect(batch).toMatchObject({ error: { code: "MAP_BATCH_IN_PROGRESS" } });
	});
});

describe("what is left out of the SDK", () => {
	it.each([
		["us-east-1", "dynamodb.us-east-1.amazonaws.com"],
		["ap-south-1", "dynamodb.ap-south-1.amazonaws.com"],
		["cn-north-1", "dynamodb.cn-north-1.amazonaws.com.cn"],
		["us-gov-west-1", "dynamodb.us-gov-west-1.amazonaws.com"],
	])("leaves every region its endpoint: %s", async (region, host) => {
		expect(await firstHost({ AWS_REGION: region })).toBe(`${host}\n`);
	});

	it("looks for no configuration file, which Lambda does not have", async () => {
		const directory = mkdtempSync(join(tmpdir(), "aws-config-"));
		const file = join(directory, "config");
		writeFileSync(file, "[default]\nendpoint_url = http://127.0.0.1:9\n");
		const environment = { AWS_REGION: "ap-south-1", AWS_CONFIG_FILE: file };
		expect(await firstHost(environment)).toBe(
			"dynamodb.ap-south-1.amazonaws.com\n",
		);
		rmSync(directory, { recursive: true });
	});

	/** Where the first call goes. */
	function firstHost(environment: Record<string, string>): Promise<string> {
		const [, path] =
			bundles.find(([folder]) => folder === "mark-as-paid") ?? [];
		const script = `
			for (const scheme of ["http", "https"]) require("node:" + scheme).request = ({ host }) => {
				require("node:fs").writeSync(1, host + "\\n");
				process.exit();
			};
			const { handler } = require(${JSON.stringify(path)});
			const context = { awsRequestId: "r-1", getRemainingTimeInMillis: () => 29_000 };
			handler(${JSON.stringify(payment("k", []))}, context);
		`;
		return runNode(script, environment);
	}
});

describe("on Lambda, with the log format JSON", () => {
	it("each log line is one line of JSON, and each metric line is as the function wrote it, with any state of the console", async () => {
		await using world = await openWorld();
		await world.import(acme({ invoices: payableInvoices(1) }));
		const events = [
			payment("k", [{ slug: "inv-0", amount: 40 }]),
			payment("k", [{ slug: "inv-0", amount: 40 }]),
			payment("another", [{ slug: "inv-0", amount: 40 }]),
		];
		world.gateway.faults.add({
			accessKeyId: "role-of-the-function",
			operation: "PutItem",
			skip: 2,
			effect: failBefore(),
		});
		const output = await run(world, events, {
			environment: jsonLogs,
			script: wrapConsole,
		});
		const lines = output.trim().split("\n").map(parseLine);
		expect(lines).toMatchObject([
			{ level: "INFO", message: "Request", status: 200, cold_start: true },
			metricLine({ PaymentsRecorded: 1, AmountRecorded: 40 }),
			{ message: expect.stringContaining("ANSWER") },
			{ level: "INFO", message: "Request", status: 409, cold_start: false },
			metricLine({ IdempotentRepeats: 1 }),
			{ message: expect.stringContaining("ANSWER") },
			{ message: expect.stringContaining("ANSWER") },
			{ level: "ERROR", message: "Request failed" },
			{ level: "ERROR", message: "Request", status: 500 },
		]);
		expect(lines[0]).toMatchObject({
			function_request_id: "r-1",
			requestId: "request-1",
		});
	});
});

const jsonLogs = {
	AWS_LAMBDA_LOG_FORMAT: "JSON",
	AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
};

const parseLine = (line: string): unknown => JSON.parse(line);

const metricLine = (values: Record<string, number>) => ({
	_aws: {
		CloudWatchMetrics: [
			{ Namespace: "test", Dimensions: [["service", "operation"]] },
		],
	},
	service: "procurement-payments",
	operation: "mark-as-paid",
	...values,
});

/** What Lambda's runtime makes of the console before it loads a function. */
const wrapConsole = `
	for (const level of ["log", "info", "warn", "error", "debug"])
		console[level] = (...parts) => process.stdout.write(JSON.stringify({
			timestamp: new Date(), level: level.toUpperCase(), requestId: "r-1", message: parts.join(" "),
		}) + "\\n");
`;

const payment = (idempotencyKey: string, resources: object[]) =>
	toApiEvent({
		method: "POST",
		path: "/v1.0/payment/mark-as-paid",
		headers: {
			authorization: `Api-Key ${testKey}`,
			"x-idempotency-key": idempotencyKey,
		},
		body: JSON.stringify({ resourceType: "INVOICE", resources }),
	});

/** Hands events to the bundle, one after the other, and answers the bodies. */
async function send(world: World, events: object[]): Promise<unknown[]> {
	const output = await run(world, events);
	return [...output.matchAll(/^ANSWER (.*)$/gm)].map(([, body = ""]) =>
		JSON.parse(body),
	);
}

/**
 * Hands events to the bundle, and answers all that it wrote.
 *
 * @param options.script Runs before the bundle is loaded.
 */
async function run(
	world: World,
	events: object[],
	{ environment = {}, script: first = "" } = {},
): Promise<string> {
	const [, path] = bundles.find(([folder]) => folder === "mark-as-paid") ?? [];
	const script = `
		${first}
		const { handler } = require(${JSON.stringify(path)});
		const context = { awsRequestId: "r-1", getRemainingTimeInMillis: () => 29_000 };
		const answer = async () => {
			for (const event of ${JSON.stringify(events)}) console.log("ANSWER", (await handler(event, context)).body);
		};
		answer();
	`;
	return runNode(script, {
		TABLE_NAME: world.table.name,
		AWS_ENDPOINT_URL_DYNAMODB: world.gateway.url,
		AWS_ACCESS_KEY_ID: "role-of-the-function",
		...environment,
	});
}

/** Runs a script as a function would be run, and answers what it printed: errors come last. */
async function runNode(
	script: string,
	env: Record<string, string> = {},
): Promise<string> {
	const child = spawn(process.execPath, ["-e", script], {
		stdio: ["ignore", "pipe", "pipe"],
		env: {
			TABLE_NAME: "table",
			CHUNK_QUEUE_URL: "http://127.0.0.1/queue",
			ABORT_AFTER_SECONDS: "120",
			RESEND_AFTER_SECONDS: "180",
			ABANDON_AFTER_SECONDS: "1800",
			METRICS_NAMESPACE: "test",
			MAIL_SENDER: "approvals@acme.example",
			LINK_KEY_ID: "arn:aws:kms:ap-south-1:000000000000:key/k",
			APPROVAL_URL: "https://pay.acme.example",
			LAMBDA_TASK_ROOT: tmpdir(),
			EVENT_BUS_NAME: "bus",
			SIGN_IN:
				'{"issuer":"https://issuer.example","clientId":"c","redirectUri":"https://pay.example/console/signed-in"}',
			AWS_REGION: "ap-south-1",
			AWS_ACCESS_KEY_ID: "test",
			AWS_SECRET_ACCESS_KEY: "test",
			AWS_SESSION_TOKEN: "test",
			...env,
		},
	});
	const streams = [child.stdout, child.stderr];
	return (await Promise.all(streams.map((stream) => text(stream)))).join("");
}
