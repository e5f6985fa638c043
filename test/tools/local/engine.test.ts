import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, vi } from "vitest";
import { startEngine } from "../../../tools/local/engine.ts";
import { engineExecutable } from "../../../tools/local/engine-executable.ts";
import { freePort } from "../../../tools/local/free-port.ts";

const isAnswering = (url: string) =>
	fetch(url).then(
		() => true,
		() => false,
	);

/** Which engine runs is up to us only when none was given. */
describe.skipIf(process.env.DYNAMODB_ENDPOINT)("the engine", () => {
	it("answers once started, and no longer once stopped", async () => {
		const engine = await startEngine();
		expect(await isAnswering(engine.url)).toBe(true);
		await engine.stop();
		expect(await isAnswering(engine.url)).toBe(false);
	});

	it("listens where no web page looks: at an address of its own, and not at 127.0.0.1", async () => {
		const [one, other] = [await startEngine(), await startEngine()];
		const { hostname, port } = new URL(one.url);
		expect(hostname).toMatch(/^127\.\d+\.\d+\.\d+$/);
		expect(new URL(other.url).hostname).not.toBe(hostname);
		expect(await isAnswering(`http://127.0.0.1:${port}`)).toBe(false);
		await one.stop();
		await other.stop();
	});

	it("dies with the process that started it, even if that is killed", async () => {
		const enginePath = join(
			import.meta.dirname,
			"../../../tools/local/engine.ts",
		);
		const owner = spawn(process.execPath, [
			"--input-type=module-typescript",
			"--eval",
			`import { startEngine } from ${JSON.stringify(enginePath)};
       console.log((await startEngine()).url);`,
		]);
		const [url] = await once(owner.stdout.setEncoding("utf8"), "data");
		expect(await isAnswering(url)).toBe(true);
		owner.kill("SIGKILL");
		await expect.poll(() => isAnswering(url)).toBe(false);
	});

	it("tells when it dies by itself, not when it is stopped", async () => {
		const onDeath = vi.fn();
		const engine = await startEngine({ onDeath });
		await engine.stop();
		expect(onDeath).not.toHaveBeenCalled();
	});

	it("ends an engine that was left behind on its file, and nothing else", async () => {
		const folder = mkdtempSync(join(tmpdir(), "engine-"));
		const dbPath = join(folder, "store.db");
		const left = spawn(engineExecutable(), [
			"serve",
			"--port",
			`${await freePort()}`,
			"--db-path",
			dbPath,
		]);
		const bystander = spawn("sleep", ["60"]);
		await once(left.stderr, "data");
		for (const { pid } of [left, bystander]) {
			writeFileSync(`${dbPath}.pid`, `${pid}`);
			const engine = await startEngine({ dbPath });
			await engine.stop();
		}
		expect([left.signalCode, bystander.signalCode]).toEqual(["SIGKILL", null]);
		bystander.kill();
		rmSync(folder, { recursive: true });
	});

	it("names the file it cannot open", async () => {
		await expect(
			startEngine({ dbPath: "/nonexistent/store.db" }),
		).rejects.toThrow("/nonexistent/store.db");
	});
});
