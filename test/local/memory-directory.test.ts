import {
	existsSync,
	mkdtempSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { takeMemoryDirectory } from "../../local/memory-directory.ts";

it("contract 1: a stack with --memory leaves nothing behind", async () => {
	const directory = await takeMemoryDirectory();
	writeFileSync(directory.databasePath, "data");
	await directory.release();
	expect(existsSync(directory.path)).toBe(false);
});

it("what a killed stack left behind is removed by the next one, what a running one has is not", async () => {
	const running = await takeMemoryDirectory();
	// As killed processes leave them: no lock is held.
	const beginning = running.path.replace(/\w{6}$/, "");
	const killed = mkdtempSync(beginning);
	utimesSync(killed, 0, 0);
	utimesSync(running.path, 0, 0);
	const starting = mkdtempSync(beginning);
	const next = await takeMemoryDirectory();
	expect(existsSync(killed)).toBe(false);
	expect(existsSync(starting)).toBe(true);
	rmSync(starting, { recursive: true });
	expect(existsSync(join(running.path, "lock"))).toBe(true);
	await next.release();
	await running.release();
});
