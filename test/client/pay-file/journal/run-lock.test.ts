import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	existsSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { takeRunLock } from "../../../../client/src/pay-file/journal/run-lock.ts";

function lockPath(): string {
	const directory = mkdtempSync(join(tmpdir(), "run-lock-"));
	onTestFinished(() => rmSync(directory, { recursive: true }));
	return join(directory, "lock");
}

const writeLock = (path: string, pid: number, host = hostname()) =>
	writeFileSync(path, JSON.stringify({ pid, host, since: "then" }));

it("11.4: a file has one run at a time, in one process too", () => {
	const path = lockPath();
	const lock = takeRunLock(path, 0);
	expect(() => takeRunLock(path, 0)).toThrow("Another run works on this file");
	lock.release();
	expect(existsSync(path)).toBe(false);
	takeRunLock(path, 0).release();
});

it("11.4: a container that is started again takes over the lock of its former process, which had its id", () => {
	const path = lockPath();
	writeLock(path, process.pid);
	takeRunLock(path, 0).release();
});

it("11.4: the lock of another machine, and of a process that runs, is kept", () => {
	const path = lockPath();
	writeLock(path, process.ppid);
	expect(() => takeRunLock(path, 0)).toThrow("try again in a minute");
	writeLock(path, process.pid, "another-machine");
	expect(() => takeRunLock(path, 0)).toThrow("on another-machine");
});

it("11.4: the lock of a run that was killed on another machine, in a container, or where no start of a process is known, is taken over when it was not renewed for a minute", () => {
	for (const [pid, host] of [
		[process.pid, "another-machine"],
		[process.ppid, hostname()],
	] as const) {
		const path = lockPath();
		writeLock(path, pid, host);
		age(path, 50);
		expect(() => takeRunLock(path, 0)).toThrow("try again in a minute");
		age(path, 70);
		takeRunLock(path, 0).release();
	}
});

const age = (path: string, seconds: number) => {
	const time = new Date(Date.now() - seconds * 1_000);
	utimesSync(path, time, time);
};

it("11.4: a run renews its lock", () => {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	onTestFinished(() => void vi.useRealTimers());
	const path = lockPath();
	const lock = takeRunLock(path, 0);
	age(path, 3_600);
	vi.advanceTimersByTime(10_000);
	expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(1_800_000);
	lock.release();
});

it("11.4: a lock whose writer was killed before it wrote is taken over", () => {
	const path = lockPath();
	for (const text of ["", '{"pid":']) {
		writeFileSync(path, text);
		takeRunLock(path, 0).release();
	}
});

it("11.4: the lock of a killed run that nobody has waited for (a zombie) is taken over", async () => {
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
	takeRunLock(path, 0).release();
});

it("11.4: the lock of a killed run whose process id another process has is taken over", () => {
	const path = lockPath();
	const lock = takeRunLock(path, 0);
	const own = JSON.parse(readFileSync(path, "utf8"));
	lock.release();
	writeFileSync(path, JSON.stringify({ ...own, pid: process.ppid }));
	takeRunLock(path, 0).release();
});
