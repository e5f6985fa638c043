import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startEngine } from "../../../tools/local/engine.ts";
import { engineExecutable } from "../../../tools/local/engine-executable.ts";
import { freePort } from "../../../tools/local/free-port.ts";

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "engine-"));
});
afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(folder, { recursive: true });
});

const packageName = "@dynoxide/none-of-this-machine";

describe("the executable of the engine, where the package does not exist", () => {
	it("is the first dynoxide on the PATH", () => {
		symlinkSync(process.execPath, join(folder, "dynoxide"));
		const searchPath = ["/nonexistent", folder, tmpdir()].join(delimiter);
		expect(engineExecutable({ packageName, searchPath })).toBe(
			join(folder, "dynoxide"),
		);
	});

	it("must exist: the message says how to install one, and names DYNAMODB_ENDPOINT", () => {
		expect(() => engineExecutable({ packageName, searchPath: folder })).toThrow(
			expect.objectContaining({
				name: "StartError",
				message: expect.stringMatching(
					/package @dynoxide\/none-of-this-machine is not installed.*"dynoxide" on the PATH.*cargo install dynoxide-rs --version 3\.2\.0 --locked.*DYNAMODB_ENDPOINT/,
				),
			}),
		);
	});
});

describe("DYNAMODB_ENDPOINT", () => {
	it("is used, and left running", async () => {
		const server = createServer((socket) =>
			socket.end("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n"),
		);
		const port = await freePort();
		await new Promise<void>((resolve) =>
			server.listen(port, "127.0.0.1", resolve),
		);
		const url = `http://127.0.0.1:${port}`;
		vi.stubEnv("DYNAMODB_ENDPOINT", url);
		const engine = await startEngine();
		expect(engine.url).toBe(url);
		await engine.stop();
		expect((await fetch(url)).status).toBe(400);
		server.close();
	});

	it.each(["a URL without an engine", "no URL"])(
		"%s is refused with a message that names it",
		async (title) => {
			const url =
				title === "no URL"
					? "localhost"
					: `http://127.0.0.1:${await freePort()}`;
			vi.stubEnv("DYNAMODB_ENDPOINT", url);
			await expect(startEngine()).rejects.toThrow(
				expect.objectContaining({
					name: "StartError",
					message: `DYNAMODB_ENDPOINT ${url}: no engine answers there: start it, or unset the variable to use the stack's own`,
				}),
			);
		},
	);
});
