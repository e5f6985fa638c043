import { expect, it } from "vitest";
import { startEngine } from "../../../tools/local/engine.ts";
import { runScript, runStack } from "./run-stack.ts";

const memory = ["--memory", "--port", "0"];

it("npm start reports on standard error what it does, then where the console is, and the demo's keys", async () => {
	await using stack = runStack(...memory);
	const url = await stack.ready();
	const steps = [
		/^Building the functions.* \(\d+\.\d s\)$/m,
		/^Starting the store \(\d+\.\d s\)$/m,
		/^Starting the queues \(\d+\.\d s\)$/m,
		/^Preparing table and queues \(\d+\.\d s\)$/m,
		/^Importing demo-organization\.json \(\d+\.\d s\)$/m,
		/^http:\/\/127\.0\.0\.1:\d+\/console$/m,
		/^demo-admin-key +Everything/m,
		/^curl /m,
	];
	for (const step of steps) expect(stack.stderr()).toMatch(step);
	expect(stack.stderr()).toContain(`${url}/docs\n`);
	// No colours: it is not a terminal.
	expect(stack.stderr()).not.toContain("\x1b");
});

it("--quiet: standard error stays empty", async () => {
	await using stack = runStack(...memory, "--quiet");
	const url = await stack.ready();
	expect((await fetch(`${url}/v1.0/vendor`)).status).toBe(401);
	expect(await stack.end("SIGTERM")).toBe(0);
	expect(stack.stderr()).toBe("");
});

it("a closed terminal stops it cleanly, and its log says what stopped it", async () => {
	await using stack = runStack(...memory);
	await stack.ready();
	expect(await stack.end("SIGHUP")).toBe(0);
	expect(stack.stderr()).toContain("Stopping, because of SIGHUP.\n");
});

it("--help prints the flags on standard output and starts nothing", async () => {
	await using stack = runStack("--help", ...memory);
	expect(await stack.end()).toBe(0);
	expect(stack.stdout()).toMatch(/^Runs the whole service.*--watch/s);
	expect(stack.stderr()).toBe("");
});

it("--watch: bundles as the template does, so that nothing is replaced before something changes", async () => {
	await using stack = runStack(...memory, "--watch");
	await stack.ready();
	await expect.poll(stack.stderr).toContain("Watching functions and shared\n");
	expect(stack.stderr()).not.toContain("in use:");
	expect(await stack.end("SIGINT")).toBe(0);
});

it("DYNAMODB_ENDPOINT: uses the engine that it names, and leaves it running", async () => {
	const engine = await startEngine();
	const idempotencyKey = crypto.randomUUID();
	const start = () =>
		runScript("bin/local.ts", memory, { DYNAMODB_ENDPOINT: engine.url });
	for (const status of [200, 409]) {
		await using stack = start();
		const response = await fetch(
			`${await stack.ready()}/v1.0/payment/mark-as-paid`,
			{
				method: "POST",
				headers: {
					authorization: "Api-Key demo-admin-key",
					"x-idempotency-key": idempotencyKey,
				},
				body: JSON.stringify({
					resourceType: "INVOICE",
					resources: [{ slug: "inv-1001", amount: 1 }],
				}),
			},
		);
		// The second stack finds what the first one stored.
		expect(response.status).toBe(status);
		expect(await stack.end("SIGTERM")).toBe(0);
	}
	await engine.stop();
});
