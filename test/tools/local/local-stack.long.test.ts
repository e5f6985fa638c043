import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../tools/local/free-port.ts";
import { runStack } from "./run-stack.ts";

let folder: string;
let acme: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), "local-stack-"));
	acme = writeOrganization("acme.json", {
		org: { id: "acme", name: "Acme" },
		users: [{ id: "u-1", name: "Admin", role: "ADMIN" }],
		apiKeys: [
			{ key: "acme-key", userId: "u-1", permissions: ["payments:mark-paid"] },
		],
		invoices: [{ slug: "inv-1", state: "APPROVED", amount: 100 }],
	});
});
afterAll(() => rmSync(folder, { recursive: true }));

function writeOrganization(name: string, file: object): string {
	const path = join(folder, name);
	writeFileSync(path, JSON.stringify(file));
	return path;
}

let directories = 0;
const newDirectory = () => join(folder, `data-${directories++}`);

const runIn = (directory: string, ...more: string[]) =>
	runStack("--data-dir", directory, "--port", "0", "--org", acme, ...more);

let payments = 0;
async function pay(url: string, amount: number) {
	const response = await fetch(`${url}/v1.0/payment/mark-as-paid`, {
		method: "POST",
		headers: {
			authorization: "Api-Key acme-key",
			"content-type": "application/json",
			"x-idempotency-key": `key-${payments++}`,
		},
		body: JSON.stringify({
			resourceType: "INVOICE",
			resources: [{ slug: "inv-1", amount }],
		}),
	});
	return response.json();
}
const paid = {
	ok: true,
	data: { status: "DONE", results: [{ slug: "inv-1", status: "DONE" }] },
};
const exceeds = { ok: false, message: "AMOUNT_EXCEEDS" };

/** Processes that have this text in their command line; zombies have none. */
const processesNaming = (part: string) =>
	readdirSync("/proc").filter((pid) => {
		if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
		try {
			return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(part);
		} catch {
			return false;
		}
	});

describe("npm start (contract 1)", () => {
	it("says READY when it answers, and nothing else on standard output", async () => {
		await using stack = runStack("--memory", "--port", "0", "--org", acme);
		const url = await stack.ready();
		expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect(await pay(url, 1)).toEqual(paid);
		await stack.end("SIGTERM");
		expect(stack.stdout()).toBe(`READY ${url}\n`);
	});

	it("keeps its files from all other users of the machine", async () => {
		const directory = newDirectory();
		await using stack = runIn(directory);
		await pay(await stack.ready(), 1);
		const files = readdirSync(directory, { recursive: true })
			.map((name) => join(directory, String(name)))
			.concat(directory);
		expect(files.length).toBeGreaterThan(3);
		expect(files.filter((file) => statSync(file).mode & 0o077)).toEqual([]);
	});

	it("without --org shows how to send the first request to the demo organization, and it works", async () => {
		await using stack = runStack("--memory", "--port", "0");
		await stack.ready();
		await expect.poll(stack.stderr).toContain("curl");
		const [command = ""] = /curl.*?(?=\n\n)/s.exec(stack.stderr()) ?? [];
		const shell = spawn("sh", ["-c", command.replace("curl", "curl --silent")]);
		const answer = JSON.parse(await text(shell.stdout));
		expect(answer).toMatchObject({
			ok: true,
			data: { results: [{ status: "DONE" }] },
		});
	});

	it.each(["SIGINT", "SIGTERM"] as const)(
		"ends on %s with exit code 0 and leaves no process behind",
		async (signal) => {
			const directory = newDirectory();
			await using stack = runIn(directory);
			await stack.ready();
			expect(processesNaming(directory)).not.toEqual([]);
			expect(await stack.end(signal)).toBe(0);
			// The shell that watches the engine ends on its own.
			await expect.poll(() => processesNaming(directory)).toEqual([]);
		},
	);

	it("leaves no process behind if it is killed either", async () => {
		const directory = newDirectory();
		await using stack = runIn(directory);
		await stack.ready();
		await stack.end("SIGKILL");
		await expect.poll(() => processesNaming(directory)).toEqual([]);
	});

	it("goes on when no one reads what it writes", async () => {
		const port = await freePort();
		await using stack = runStack(
			"--memory",
			"--port",
			`${port}`,
			"--org",
			acme,
		);
		stack.process.stdout.destroy();
		stack.process.stderr.destroy();
		await expect.poll(() => pay(`http://127.0.0.1:${port}`, 1)).toEqual(paid);
		expect(await stack.end("SIGTERM")).toBe(0);
	});
});

describe("the data directory", () => {
	it.each(["SIGTERM", "SIGKILL"] as const)(
		"keeps everything over a restart after %s",
		async (signal) => {
			const directory = newDirectory();
			await using first = runIn(directory);
			expect(await pay(await first.ready(), 60)).toEqual(paid);
			await first.end(signal);
			await using second = runIn(directory);
			const url = await second.ready();
			expect(await pay(url, 41)).toMatchObject(exceeds);
			expect(await pay(url, 40)).toEqual(paid);
		},
	);

	it("belongs to one stack at a time", async () => {
		const directory = newDirectory();
		await using first = runIn(directory);
		const url = await first.ready();
		await using second = runIn(directory);
		expect(await second.end()).toBe(1);
		expect(second.stderr()).toBe(
			`--data-dir ${directory}: the directory is in use by another stack or command: stop that one, or name another directory\n`,
		);
		expect(await pay(url, 1)).toEqual(paid);
	});
});

describe("refuses with exit code 1 and one line that names the place", () => {
	it.each<[string, () => string[], () => RegExp]>([
		[
			"a file that is not there",
			() => ["--org", "/nonexistent.json"],
			() => /^\/nonexistent\.json: .*\n$/,
		],
		[
			"a file that is no organization",
			() => [
				"--org",
				writeOrganization("typo.json", {
					org: { id: "acme", name: "A" },
					invoices: [{ slag: "x" }],
				}),
			],
			() => /^.*typo\.json: \/invoices\/0 .*\n$/,
		],
		[
			"a data directory below a file",
			() => ["--data-dir", join(acme, "x")],
			() => /^--data-dir .*acme\.json\/x: .*cannot be written.*\n$/,
		],
		[
			"a data directory that the system refuses",
			() => ["--data-dir", "/proc/stack"],
			() => /^--data-dir \/proc\/stack: .*cannot be written.*\n$/,
		],
	])("%s", async (_, args, message) => {
		await using stack = runStack("--port", "0", "--org", acme, ...args());
		expect(await stack.end()).toBe(1);
		expect(stack.stderr()).toMatch(message());
		expect(stack.stdout()).toBe("");
	});

	it("a port in use", async () => {
		const server = createServer().listen(0, "127.0.0.1");
		await once(server, "listening");
		const { port } = server.address() as AddressInfo;
		const directory = newDirectory();
		await using stack = runStack(
			"--data-dir",
			directory,
			"--port",
			`${port}`,
			"--org",
			acme,
		);
		expect(await stack.end()).toBe(1);
		expect(stack.stderr()).toBe(
			`--port ${port}: the port is in use: stop what uses it, or choose another one (0 picks a free one)\n`,
		);
		expect(processesNaming(directory)).toEqual([]);
		server.close();
	});

	it("one bad organization file among good ones, with none imported", async () => {
		const bad = writeOrganization("bad.json", { org: { id: "Bad" } });
		const directory = newDirectory();
		await using stack = runIn(directory, "--org", bad);
		expect(await stack.end()).toBe(1);
		await using after = runStack(
			"--data-dir",
			directory,
			"--port",
			"0",
			"--org",
			writeOrganization("other.json", { org: { id: "other", name: "Other" } }),
		);
		expect(await pay(await after.ready(), 1)).toMatchObject({
			ok: false,
			error: { code: "INVALID_API_KEY" },
		});
	});
});

describe("the operator's command line (contract 5)", () => {
	const org = async (...args: string[]) => {
		const bin = join(import.meta.dirname, "../../../bin/org.ts");
		// The default data directory is one of this test's.
		const child = spawn(process.execPath, [bin, ...args], { cwd: folder });
		const closed = once(child, "close");
		const [out, error] = await Promise.all([
			text(child.stdout),
			text(child.stderr),
		]);
		await closed;
		return { out, error, code: child.exitCode };
	};

	it("reaches the store of a running stack, and of a stopped one", async () => {
		const directory = newDirectory();
		await using stack = runIn(directory);
		expect(await pay(await stack.ready(), 30)).toEqual(paid);
		const exported = await org("export", "acme", "--data-dir", directory);
		expect(JSON.parse(exported.out).invoices).toMatchObject([
			{ slug: "inv-1", due: 70 },
		]);
		await stack.end("SIGKILL");
		expect(await org("export", "acme", "--data-dir", directory)).toEqual(
			exported,
		);
	});

	it("says that a --memory stack has no store to reach", async () => {
		await using stack = runStack("--memory", "--port", "0", "--org", acme);
		await stack.ready();
		expect(await org("export", "acme")).toMatchObject({
			code: 1,
			out: "",
			error: expect.stringMatching(/^[^\n]*--memory[^\n]*\n$/),
		});
	});
});
