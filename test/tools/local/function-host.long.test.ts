import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
	defaultLimits,
	type PoolLimits,
} from "../../../tools/local/environment-pool.ts";
import {
	type FunctionHost,
	startFunctionHost,
} from "../../../tools/local/function-host.ts";

const folders: string[] = [];
const hosts: FunctionHost[] = [];
afterEach(async () => {
	for (const host of hosts.splice(0)) await host.stop();
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A folder with this code as `index.js`. */
function newFolder(code: string): string {
	const folder = mkdtempSync(join(tmpdir(), "function-"));
	folders.push(folder);
	writeFileSync(join(folder, "index.js"), code);
	return folder;
}

/** A host of one function with this code, which may say `event` and `context`. */
function hostOf(
	code: string,
	{
		timeoutSeconds = 60,
		memoryMegabytes = 128,
		limits = defaultLimits,
	}: {
		timeoutSeconds?: number;
		memoryMegabytes?: number;
		limits?: PoolLimits;
	} = {},
) {
	const codePath = newFolder(
		`let count = 0; exports.handler = async (event, context) => { count += 1; ${code} };`,
	);
	let logged = "";
	const host = startFunctionHost({
		functions: [
			{
				name: "fn",
				arn: "arn:fn",
				codePath,
				handler: "index.handler",
				environment: { TABLE_NAME: "table" },
				timeoutSeconds,
				memoryMegabytes,
				role: [],
			},
		],
		gatewayUrl: "http://gateway",
		limits,
		log: (line) => {
			logged += `${line}\n`;
		},
	});
	hosts.push(host);
	const invoke = async (event: unknown = {}) => {
		const outcome = await host.invoke("arn:fn", event);
		return "answer" in outcome ? JSON.parse(outcome.answer) : outcome;
	};
	return { host, invoke, codePath, logged: () => logged };
}

const failure = { failure: expect.any(String) };
const pause = "await new Promise((resolve) => setTimeout(resolve, 60));";

describe("a function", () => {
	it("has the template's variables, Lambda's own and the gateway's address, and no others", async () => {
		const { invoke } = hostOf("return process.env;");
		const environment = await invoke();
		expect(environment).toMatchObject({
			TABLE_NAME: "table",
			_HANDLER: "index.handler",
			AWS_ACCESS_KEY_ID: "fn-1",
			AWS_ENDPOINT_URL_DYNAMODB: "http://gateway",
			AWS_LAMBDA_FUNCTION_NAME: "fn",
			AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "128",
			AWS_REGION: "ap-south-1",
		});
		expect(environment).not.toHaveProperty("HOME");
	});

	it("gets Lambda's context", async () => {
		const { invoke } = hostOf(
			"return { ...context, remaining: context.getRemainingTimeInMillis() };",
			{ timeoutSeconds: 120 },
		);
		const context = await invoke();
		expect(context).toMatchObject({
			awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
			functionName: "fn",
			invokedFunctionArn: "arn:fn",
			memoryLimitInMB: "128",
		});
		expect(context.remaining).toBeGreaterThan(60_000);
		expect(context.remaining).toBeLessThanOrEqual(120_000);
	});
});

it("a function's uncaught error is a line of the log, with the function's name", async () => {
	const { invoke, logged } = hostOf(
		"throw new Error('outer', { cause: new Error('inner') });",
	);
	expect(await invoke()).toEqual(failure);
	await expect
		.poll(logged)
		.toMatch(/"level":"ERROR".*"function_name":"fn".*outer.*inner/);
});

describe("an invocation fails when the function", () => {
	it.each([
		[
			"throws, and its environment goes on",
			"if (event.fail) throw new Error('no'); return count;",
			2,
		],
		[
			"exits, and a fresh environment takes over",
			"if (event.fail) process.exit(0); return count;",
			1,
		],
		[
			"crashes outside the handler",
			"if (event.fail) { setImmediate(() => { throw new Error('late'); }); await new Promise(() => {}); } return count;",
			1,
		],
		[
			"leaves a rejection unhandled",
			"if (event.fail) { Promise.reject(new Error('lost')); await new Promise(() => {}); } return count;",
			1,
		],
		[
			"runs out of memory",
			"if (event.fail) { const all = []; for (;;) all.push(new Array(10000).fill(Math.random())); } return count;",
			1,
		],
	])("%s", async (_, code, countAfter) => {
		const { invoke } = hostOf(code, { memoryMegabytes: 24 });
		expect(await invoke({ fail: true })).toEqual(failure);
		expect(await invoke()).toBe(countAfter);
	});

	it.each([
		["waits for ever", "await new Promise(() => {});"],
		["spins", "for (;;);"],
	])("takes longer than its timeout: %s", async (_, code) => {
		const { invoke } = hostOf(`if (event.fail) { ${code} } return count;`, {
			timeoutSeconds: 3,
		});
		expect(await invoke({ fail: true })).toEqual(failure);
		// A fresh thread may take as long to start; one that was used before would count on.
		await expect.poll(() => invoke()).toBe(1);
	});

	it("answers more than Lambda's 6 MB", async () => {
		const { invoke } = hostOf("return 'x'.repeat(event.length);");
		expect(await invoke({ length: 6_291_556 })).toEqual(failure);
		expect(await invoke({ length: 6_291_554 })).toHaveLength(6_291_554);
	});

	it("cannot be loaded", async () => {
		const { invoke, logged } = hostOf("} ; throw new Error('at load'); {");
		expect(await invoke()).toEqual(failure);
		await expect.poll(logged).toMatch(/at load/);
	});

	it("is killed from outside, as a test may", async () => {
		const { host, invoke } = hostOf("await new Promise(() => {});");
		const running = invoke();
		await expect.poll(host.environments).toHaveLength(1);
		for (const environment of host.environments()) await environment.kill();
		expect(await running).toEqual(failure);
		expect(host.environments()).toEqual([]);
	});
});

describe("environments", () => {
	it("take one invocation at a time, grow to eight, and the rest wait their turn", async () => {
		// None answers before eight have been started.
		const { host, invoke } = hostOf(
			`const { readdirSync, writeFileSync } = require("node:fs");
			writeFileSync(\`\${__dirname}/\${process.env.AWS_ACCESS_KEY_ID}.started\`, "");
			const started = () => readdirSync(__dirname).filter((name) => name.endsWith(".started"));
			while (started().length < 8) await new Promise((resolve) => setTimeout(resolve, 20));
			return process.env.AWS_ACCESS_KEY_ID;`,
			{ timeoutSeconds: 60 },
		);
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => invoke()),
		);
		expect(new Set(answers).size).toBe(8);
		expect(host.environments()).toHaveLength(8);
	});

	it("end when they have been idle, and the next invocation starts a new one", async () => {
		const { host, invoke, codePath } = hostOf(
			`const { existsSync } = require("node:fs");
			while (!existsSync(\`\${__dirname}/released\`)) await new Promise((resolve) => setTimeout(resolve, 20));
			return count;`,
			{
				timeoutSeconds: 60,
				limits: { ...defaultLimits, idleMilliseconds: 20 },
			},
		);
		const running = invoke();
		await expect.poll(host.environments).toHaveLength(1);
		const [environment] = host.environments();
		writeFileSync(join(codePath, "released"), "");
		expect(await running).toBe(1);
		await expect.poll(() => environment?.isAlive).toBe(false);
		expect(host.environments()).toEqual([]);
		expect(await invoke()).toBe(1);
	});

	it("run replaced code from the next invocation on; a running one finishes with the old", async () => {
		const { host, invoke, codePath } = hostOf(
			`const { existsSync } = require("node:fs");
			while (event.waits && !existsSync(\`\${__dirname}/released\`)) await new Promise((resolve) => setTimeout(resolve, 20));
			return "old";`,
			{ timeoutSeconds: 60 },
		);
		const running = Array.from({ length: 8 }, () => invoke({ waits: true }));
		const waiting = invoke();
		await expect.poll(host.environments).toHaveLength(8);
		host.replaceCode(
			"arn:fn",
			newFolder('exports.handler = async () => "new";'),
		);
		writeFileSync(join(codePath, "released"), "");
		expect(await Promise.all(running)).toEqual(running.map(() => "old"));
		expect(await waiting).toBe("new");
		expect(await invoke()).toBe("new");
		// None with old code is kept.
		await expect.poll(host.environments).toHaveLength(1);
	});

	it("waiting invocations are not lost when environments die", async () => {
		const { invoke } = hostOf(`${pause} process.exit(1);`);
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => invoke()),
		);
		expect(answers).toEqual(Array.from({ length: 20 }, () => failure));
	});
});
