import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tryLock } from "../../../tools/local/file-lock.ts";

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), "lock-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a file's lock", () => {
	it("has one exclusive holder at a time", () => {
		const path = join(folder, "exclusive");
		const lock = tryLock(path, "exclusive");
		expect(lock).toBeDefined();
		expect(tryLock(path, "exclusive")).toBeUndefined();
		expect(tryLock(path, "shared")).toBeUndefined();
		lock?.release();
		tryLock(path, "exclusive")?.release();
	});

	it("has any number of shared holders, and no exclusive one until the last is gone", () => {
		const path = join(folder, "shared");
		const [one, two] = [tryLock(path, "shared"), tryLock(path, "shared")];
		expect(tryLock(path, "exclusive")).toBeUndefined();
		one?.release();
		expect(tryLock(path, "exclusive")).toBeUndefined();
		two?.release();
		const last = tryLock(path, "exclusive");
		expect(last).toBeDefined();
		last?.release();
	});

	it("cannot be taken where nothing can be written", () => {
		expect(() => tryLock("/nonexistent/lock", "exclusive")).toThrow();
	});
});
