import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { engineExecutable } from "./engine-executable.ts";
import { freePort } from "./free-port.ts";
import { StartError } from "./start-error.ts";

const readyWithinMilliseconds = 15_000;
const stopWithinMilliseconds = 5_000;
const startAttemptsMax = 3;

export interface Engine {
	url: string;
	stop(): Promise<void>;
}

/**
 * Starts a DynamoDB-compatible engine on loopback, in memory or on a database file. Whoever names a file holds
 * the lock of its directory. The engine lives no longer than this process, however it ends. With
 * DYNAMODB_ENDPOINT in the environment nothing is started: that engine is used.
 *
 * @throws StartError when there is no engine, or it does not start.
 */
export async function startEngine({
	dbPath,
}: {
	dbPath?: string;
} = {}): Promise<Engine> {
	const given = process.env.DYNAMODB_ENDPOINT;
	if (given) return { url: given, stop: async () => {} };
	if (dbPath) await endStaleEngine(dbPath);
	return start(engineExecutable(), dbPath, 1);
}

type EngineProcess = ChildProcessByStdio<Writable, null, Readable>;

async function start(
	executable: string,
	dbPath: string | undefined,
	attempt: number,
): Promise<Engine> {
	const port = await freePort();
	const url = `http://127.0.0.1:${port}`;
	const file = dbPath ? ["--db-path", dbPath] : [];
	const engine = spawnBound(executable, [
		"serve",
		"--port",
		`${port}`,
		...file,
	]);
	const exited = once(engine, "exit");
	const complaint = collect(engine.stderr);
	if (await isAnswering(url, engine)) {
		if (dbPath) await writeFile(pidPath(dbPath), `${engine.pid}`);
		return { url, stop: () => stop(engine, exited) };
	}
	await stop(engine, exited);
	// Somebody else took the port between our finding it and the engine's listening on it.
	const isRace = complaint().includes("already in use");
	if (isRace && attempt < startAttemptsMax)
		return start(executable, dbPath, attempt + 1);
	throw new StartError(`The DynamoDB engine did not start: ${complaint()}`);
}

/**
 * The engine becomes the child itself (`exec`, same pid); beside it stays a watcher on the pipe from us. The
 * pipe closes when we end in whatever way, SIGKILL included, and the watcher then kills the engine. A session
 * of its own (`detached`) keeps the terminal's Ctrl-C from the engine while we finish requests.
 */
function spawnBound(executable: string, args: string[]): EngineProcess {
	const script =
		'exec 3<&0; (cat <&3 >/dev/null 2>&1; kill -KILL $$) 2>/dev/null & exec "$0" "$@" 3<&- </dev/null';
	return spawn("sh", ["-c", script, executable, ...args], {
		stdio: ["pipe", "ignore", "pipe"],
		detached: true,
	});
}

async function isAnswering(
	url: string,
	engine: EngineProcess,
): Promise<boolean> {
	const deadline = performance.now() + readyWithinMilliseconds;
	while (engine.exitCode === null && performance.now() < deadline) {
		const answer = await fetch(url).catch(() => undefined);
		await answer?.text();
		if (answer) return true;
		await setTimeout(10);
	}
	return false;
}

async function stop(engine: EngineProcess, exited: Promise<unknown>) {
	engine.kill("SIGTERM");
	const overdue = new AbortController();
	const patience = setTimeout(stopWithinMilliseconds, undefined, overdue)
		.then(() => engine.kill("SIGKILL"))
		.catch(() => undefined);
	await exited;
	overdue.abort();
	await patience;
	engine.stdin.destroy();
}

/** An engine outlives its stack only if its watcher was killed too. It is ended, if it is still that process. */
async function endStaleEngine(dbPath: string) {
	const pid = await readFile(pidPath(dbPath), "utf8").catch(() => "");
	while (await isEngineOn(dbPath, pid)) {
		process.kill(Number(pid), "SIGKILL");
		await setTimeout(20);
	}
}

async function isEngineOn(dbPath: string, pid: string): Promise<boolean> {
	if (!/^[1-9]\d*$/.test(pid)) return false;
	const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(
		() => "",
	);
	const words = commandLine.split("\0");
	return words.includes("serve") && words.includes(dbPath);
}

const pidPath = (dbPath: string) => `${dbPath}.pid`;

function collect(stream: Readable): () => string {
	let text = "";
	stream.setEncoding("utf8").on("data", (chunk: string) => {
		text = (text + chunk).slice(-1_000);
	});
	return () => text.trim().replaceAll(/\s+/g, " ") || "it gave no reason";
}
