import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, {
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { TakenError } from "../../../../client/src/pay-file/errors.ts";
import { takeRunLock } from "../../../../client/src/pay-file/journal/run-lock.ts";
import { localTime } from "../../../../client/src/pay-file/output/report.ts";

function lockPath(): string {
	const directory = mkdtempSync(join(tmpdir(), "run-lock-"));
	onTestFinished(() => rmSync(directory, { recursive: true }));
	return join(directory, "lock");
}

const writeLock = (path: string, pid: number, host = hostname()) =>
	writeFileSync(path, JSON.stringify({ pid, host, since: "then" }));

/** @param onPause Called in each pause while the lock is waited for, with their count. */
const take = (path: string, onPause: (pauses: number) => void = () => {}) => {
	let pauses = 0;
	const said: string[] = [];
	const taken = takeRunLock(path, {
		now: 0,
		say: (text) => said.push(text),
		async sleep(milliseconds) {
			expect(milliseconds).toBe(1_000);
			onPause(++pauses);
			if (pauses > 9) throw new Error("It waits for ever");
		},
	});
	return { taken, said };
};
const takeAndRelease = async (path: string) =>
	(await take(path).taken).release();

it("11.4: a file has one run at a time, in one process too", async () => {
	const path = lockPath();
	const lock = await take(path).taken;
	await expect(take(path).taken).rejects.toThrow(
		new TakenError(
			`Another run works on this file: a run on this computer since ${localTime(0)}. Wait until it has ended; then run the same command again`,
		),
	);
	expect(statSync(path).mode & 0o777).toBe(0o600);
	expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
		...{ pid: process.pid, host: hostname() },
		start: expect.stringMatching(/^[0-9a-f-]{36} \d+$/),
		since: "1970-01-01T00:00:00.000Z",
	});
	lock.release();
	expect(readdirSync(join(path, ".."))).toEqual([]);
	await takeAndRelease(path);
});

it("11.4: a container that is started again takes over the lock of its former process, which had its id", async () => {
	const path = lockPath();
	writeLock(path, process.pid);
	await takeAndRelease(path);
});

/** Whether either of them runs is not known. */
const unsure = [
	["on another machine or in a container", process.pid, "another-machine"],
	["where no start of a process is known", process.ppid, hostname()],
] as const;

describe.each(unsure)("11.4: the lock of a run %s", (_, pid, host) => {
	const holder = `a run on ${host === hostname() ? "this computer" : `the computer ${host}`}`;

	it("is waited for, and kept when it is renewed meanwhile", async () => {
		const path = lockPath();
		writeLock(path, pid, host);
		age(path, 40);
		const { taken, said } = take(path, (pauses) => {
			if (pauses === 3) age(path, 0);
		});
		await expect(taken).rejects.toThrow(
			`Another run works on this file: ${holder}. Wait`,
		);
		expect(said).toEqual([
			`Waiting for up to a minute: ${holder} may still work on this file, or was stopped`,
		]);
		expect(readdirSync(join(path, ".."))).toEqual(["lock"]);
	});

	it("is waited for by the disk's clock, not by this machine's", async () => {
		const path = lockPath();
		writeLock(path, pid, host);
		const ahead = Date.now() + 3_600_000;
		const clock = vi.spyOn(Date, "now").mockReturnValue(ahead);
		onTestFinished(() => clock.mockRestore());
		const { taken, said } = take(path, () => rmSync(path, { force: true }));
		(await taken).release();
		expect(said).toHaveLength(1);
	});

	it("is taken over when it was not renewed for a minute", async () => {
		const path = lockPath();
		writeLock(path, pid, host);
		age(path, 70);
		await takeAndRelease(path);
	});

	it("is waited for until it was not renewed for a minute, and then taken over", async () => {
		const path = lockPath();
		writeLock(path, pid, host);
		const { taken, said } = take(path, (pauses) => {
			if (pauses === 3) age(path, 70);
		});
		(await taken).release();
		expect(said).toHaveLength(1);
	});

	it("is kept when the disk fails, which says nothing of its age", async () => {
		const path = lockPath();
		writeLock(path, pid, host);
		age(path, 70);
		const taken = whileDiskFails("writeFileSync", () => take(path).taken);
		await expect(taken).rejects.toThrow("EIO");
		expect(existsSync(path)).toBe(true);
	});

	it("is taken over when it is released meanwhile", async () => {
		const path = lockPath();
		writeLock(path, pid, host);
		const { taken } = take(path, () => rmSync(path, { force: true }));
		(await taken).release();
	});
});

const age = (path: string, seconds: number) => {
	const time = new Date(Date.now() - seconds * 1_000);
	utimesSync(path, time, time);
};

it("11.4: a run renews its lock, and goes on when the disk fails", async () => {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	onTestFinished(() => void vi.useRealTimers());
	const path = lockPath();
	const lock = await take(path).taken;
	age(path, 3_600);
	vi.advanceTimersByTime(10_000);
	expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(1_800_000);
	whileDiskFails("writeSync", () => vi.advanceTimersByTime(10_000));
	lock.release();
	expect(vi.getTimerCount()).toBe(0);
});

/** Nothing else runs meanwhile: what it does with the disk is synchronous. */
function whileDiskFails<Value>(
	write: "writeSync" | "writeFileSync",
	act: () => Value,
): Value {
	const failing = vi.spyOn(fs, write).mockImplementation(() => {
		throw Object.assign(new Error("EIO"), { code: "EIO" });
	});
	syncBuiltinESMExports();
	try {
		const value = act();
		expect(failing).toHaveBeenCalledOnce();
		return value;
	} finally {
		failing.mockRestore();
		syncBuiltinESMExports();
	}
}

it("11.4: a run whose lock was taken over leaves that of the other run", async () => {
	const path = lockPath();
	const lock = await take(path).taken;
	rmSync(path);
	writeLock(path, process.ppid);
	lock.release();
	expect(existsSync(path)).toBe(true);
});

it("11.4: the lock of a run that has ended is left alone once another run has taken it over", async () => {
	const path = lockPath();
	writeLock(path, 99_999);
	const kill = vi.spyOn(process, "kill").mockImplementationOnce(() => {
		rmSync(path);
		writeLock(path, process.ppid);
		throw Object.assign(new Error("ESRCH"), { code: "ESRCH" });
	});
	onTestFinished(() => kill.mockRestore());
	const { taken } = take(path, () => age(path, 0));
	await expect(taken).rejects.toThrow("Another run works on this file");
	expect(readFileSync(path, "utf8")).toContain(`"pid":${process.ppid}`);
});

it("11.4: a lock in a folder that does not exist is reported", async () => {
	const path = join(lockPath(), "lock");
	await expect(take(path).taken).rejects.toThrow(
		`The lock ${path} cannot be opened: there is no such file or folder`,
	);
});

it("11.4: a lock that is removed by others at any moment is taken, and its release removes nothing", async () => {
	const path = lockPath();
	// Another run had it at the moment of the try.
	const opening = vi.spyOn(fs, "openSync").mockImplementationOnce(() => {
		throw Object.assign(new Error("EEXIST"), { code: "EEXIST" });
	});
	syncBuiltinESMExports();
	const { taken, said } = take(path);
	opening.mockRestore();
	syncBuiltinESMExports();
	const lock = await taken;
	expect(said).toEqual([]);
	rmSync(path);
	const closing = vi.spyOn(fs, "closeSync");
	syncBuiltinESMExports();
	lock.release();
	const closed = closing.mock.calls.length;
	closing.mockRestore();
	syncBuiltinESMExports();
	expect(closed).toBe(1);

	writeLock(path, 99_999);
	const kill = vi.spyOn(process, "kill").mockImplementationOnce(() => {
		rmSync(path);
		throw Object.assign(new Error("ESRCH"), { code: "ESRCH" });
	});
	onTestFinished(() => kill.mockRestore());
	await takeAndRelease(path);
	expect(existsSync(path)).toBe(false);
});

it.each([
	["EPERM", "it may run, as another user, and is waited for", 1],
	["ESRCH", "it has ended", 0],
])(
	"11.4: a run whose process is looked up with %s: %s",
	async (code, _, pauses) => {
		const path = lockPath();
		// No process has this id.
		writeLock(path, 2 ** 30);
		const kill = vi.spyOn(process, "kill").mockImplementation(() => {
			throw Object.assign(new Error(code), { code });
		});
		onTestFinished(() => kill.mockRestore());
		const { taken, said } = take(path, () => rmSync(path));
		(await taken).release();
		expect(said).toHaveLength(pauses);
	},
);

it("11.4: the lock of a run whose process runs is kept without a pause", async () => {
	const path = lockPath();
	const lock = await take(path).taken;
	const own = JSON.parse(readFileSync(path, "utf8"));
	lock.release();
	const status = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
	const [, rest = ""] = /^.*\) (.*)$/s.exec(status) ?? [];
	const start = `${own.start.split(" ")[0]} ${rest.split(" ")[19]}`;
	writeFileSync(path, JSON.stringify({ ...own, pid: process.ppid, start }));
	const { taken, said } = take(path);
	await expect(taken).rejects.toThrow("Another run works on this file");
	expect(said).toEqual([]);
});

it("11.4: a lock of a run that has ended, but appears again and again, is left after three tries", async () => {
	const path = lockPath();
	writeLock(path, process.pid);
	const removing = vi.spyOn(fs, "rmSync").mockReturnValue();
	syncBuiltinESMExports();
	const { taken } = take(path);
	const tries = removing.mock.calls.length;
	removing.mockRestore();
	syncBuiltinESMExports();
	await expect(taken).rejects.toThrow("Another run works on this file");
	expect(tries).toBe(3);
});

describe.each(["", '{"pid":'])("11.4: a lock that says %j", (text) => {
	it("is taken over after a minute: its writer was killed before it wrote", async () => {
		const path = lockPath();
		writeFileSync(path, text);
		age(path, 70);
		await takeAndRelease(path);
	});

	it("is kept when its writer, which had not written it yet, does so", async () => {
		const path = lockPath();
		writeFileSync(path, text);
		age(path, 5);
		const { taken } = take(path, () => writeLock(path, process.ppid));
		await expect(taken).rejects.toThrow("Another run works on this file");
		expect(existsSync(path)).toBe(true);
	});
});

it("11.4: the lock of a killed run that no process has waited for (a zombie) is taken over", async () => {
	// The program that replaces the shell never asks for the shell's child.
	const parent = spawn("sh", ["-c", "sleep 1000 & echo $!; exec sleep 1000"]);
	onTestFinished(() => void parent.kill("SIGKILL"));
	const [text] = await once(parent.stdout, "data");
	const pid = Number(String(text));
	await expect
		.poll(() => readFileSync(`/proc/${parent.pid}/comm`, "utf8"))
		.toBe("sleep\n");
	process.kill(pid, "SIGKILL");
	await expect
		.poll(() => readFileSync(`/proc/${pid}/stat`, "utf8"))
		.toMatch(/\) Z /);
	const path = lockPath();
	writeLock(path, pid);
	await takeAndRelease(path);
});

it("11.4: the lock of a killed run whose process id another process has is taken over", async () => {
	const path = lockPath();
	const lock = await take(path).taken;
	const own = JSON.parse(readFileSync(path, "utf8"));
	lock.release();
	writeFileSync(path, JSON.stringify({ ...own, pid: process.ppid }));
	await takeAndRelease(path);
});
