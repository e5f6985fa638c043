import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { engineExecutable } from "./engine-executable.ts";
import { freePort } from "./free-port.ts";
import { givenEngine } from "./given-engine.ts";
import { hiddenLoopbackAddress } from "./loopback-address.ts";
import { StartError } from "./start-error.ts";

const readyWithinMilliseconds = 15_000;
const stopWithinMilliseconds = 5_000;
const startAttemptsMax = 3;

export interface Engine {
	url: string;
	/** The path of the database file, if this stack has started the engine and it has one. */
	dbPath?: string | undefined;
	stop(): Promise<void>;
}

export interface EngineOptions {
	/** The path of the database file, in a directory that the caller has locked. Without it, records are kept in memory. */
	dbPath?: string;
	/** Called when the engine ends unexpectedly. */
	onDeath?: () => void;
	/** By default, it is the installed one (`engineExecutable`). */
	executable?: string;
}

/**
 * Starts a DynamoDB-compatible engine on loopback. It ends with this process, even after SIGKILL. If the environment
 * variable DYNAMODB_ENDPOINT is set and `executable` is not, that engine is used and none is started.
 *
 * @throws StartError When no engine is installed, or it does not start or answer.
 */
export async function startEngine({
	dbPath,
	onDeath = () => {},
	executable,
}: EngineOptions = {}): Promise<Engine> {
	const given = process.env.DYNAMODB_ENDPOINT;
	if (given && !executable) return givenEngine(given);
	if (dbPath) await endStaleEngine(dbPath);
	const { engine, url } = await start(
		executable ?? engineExecutable(),
		dbPath,
		1,
	);
	if (dbPath) await writeFile(pidPath(dbPath), `${engine.pid}`);
	engine.on("exit", onDeath);
	return {
		url,
		dbPath,
		stop() {
			engine.off("exit", onDeath);
			return stop(engine);
		},
	};
}

type EngineProcess = ChildProcessByStdio<Writable, null, Readable>;

async function start(
	executable: string,
	dbPath: string | undefined,
	attempt: number,
): Promise<{ engine: EngineProcess; url: string }> {
	// The address is hidden, because the engine answers any caller, and lets the pages of all origins read its answers.
	const host = await hiddenLoopbackAddress();
	const port = await freePort(host);
	const file = dbPath ? ["--db-path", dbPath] : [];
	const engine = spawnBound(executable, [
		"serve",
		"--host",
		host,
		"--port",
		`${port}`,
		...file,
	]);
	const output = collect(engine.stderr);
	if (await isListening(engine, output))
		return { engine, url: `http://${host}:${port}` };
	await stop(engine);
	// Another process took the port before the engine listened on it.
	const isRace = output().includes("already in use");
	if (isRace && attempt < startAttemptsMax)
		return start(executable, dbPath, attempt + 1);
	throw new StartError(`The DynamoDB engine did not start: ${output()}`);
}

/**
 * The engine replaces the child process (`exec`, same pid). A watcher process reads a pipe from this process. The
 * pipe closes when this process ends, even by SIGKILL, and the watcher then kills the engine. A session
 * of its own (`detached`) keeps the terminal's Ctrl-C from the engine while requests are finished.
 */
function spawnBound(executable: string, args: string[]): EngineProcess {
	const script =
		'exec 3<&0; (cat <&3 >/dev/null 2>&1; kill -KILL $$) >/dev/null 2>&1 & exec "$0" "$@" 3<&- </dev/null';
	return spawn("sh", ["-c", script, executable, ...args], {
		stdio: ["pipe", "ignore", "pipe"],
		detached: true,
	});
}

/** Waits for the engine's own output: a response at its port could come from another process. */
async function isListening(
	engine: EngineProcess,
	output: () => string,
): Promise<boolean> {
	const timeout = AbortSignal.timeout(readyWithinMilliseconds);
	const settled = new AbortController();
	const signal = AbortSignal.any([timeout, settled.signal]);
	// The event is `close` and not `exit`, because output may still arrive after the exit.
	const closed = once(engine, "close", { signal }).then(
		() => true,
		() => true,
	);
	let isOver = false;
	while (!isOver && !output().includes("listening on")) {
		const more = once(engine.stderr, "data", { signal }).then(
			() => false,
			() => true,
		);
		isOver = await Promise.race([more, closed]);
	}
	settled.abort();
	return output().includes("listening on");
}

async function stop(engine: EngineProcess) {
	if (engine.exitCode === null && engine.signalCode === null) {
		const exited = once(engine, "exit");
		engine.kill("SIGTERM");
		const timer = setTimeout(
			() => engine.kill("SIGKILL"),
			stopWithinMilliseconds,
		);
		await exited;
		clearTimeout(timer);
	}
	engine.stdin.destroy();
}

/** Ends an engine whose stack and watcher were both killed, if the pid still belongs to it. */
async function endStaleEngine(dbPath: string) {
	const pid = await readIfPresent(pidPath(dbPath));
	while (await isEngineOn(dbPath, pid)) {
		process.kill(Number(pid), "SIGKILL");
		await pause(20);
	}
}

async function isEngineOn(dbPath: string, pid: string): Promise<boolean> {
	if (!/^[1-9]\d*$/.test(pid)) return false;
	const commandLine = await readIfPresent(`/proc/${pid}/cmdline`);
	const words = commandLine.split("\0");
	return words.includes("serve") && words.includes(dbPath);
}

const pidPath = (dbPath: string) => `${dbPath}.pid`;

function collect(stream: Readable): () => string {
	let text = "";
	stream.setEncoding("utf8").on("data", (chunk: string) => {
		text = (text + chunk).slice(-400);
	});
	return () => text.trim().replaceAll(/\s+/g, " ") || "no output";
}

/** The text of a file; empty when the file, or the process that it describes, does not exist. */
async function readIfPresent(path: string): Promise<string> {
	try {
		return await readFile(path, "utf8");
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === "ENOENT" || code === "ESRCH") return "";
		throw error;
	}
}
