import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
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

export interface EngineOptions {
	/** Of the database file, whose directory the caller has locked; absent: in memory. */
	dbPath?: string;
	/** Called when the engine ends without having been stopped. */
	onDeath?: () => void;
}

/**
 * Starts a DynamoDB-compatible engine on loopback, which lives no longer than this process, however that ends.
 * With DYNAMODB_ENDPOINT in the environment nothing is started: that engine is used.
 *
 * @throws StartError when there is no engine, or it does not start.
 */
export async function startEngine({
	dbPath,
	onDeath = () => {},
}: EngineOptions = {}): Promise<Engine> {
	const given = process.env.DYNAMODB_ENDPOINT;
	if (given) return { url: given, stop: async () => {} };
	if (dbPath) await endStaleEngine(dbPath);
	const { engine, url } = await start(dbPath, 1);
	if (dbPath) await writeFile(pidPath(dbPath), `${engine.pid}`);
	engine.on("exit", onDeath);
	return {
		url,
		stop() {
			engine.off("exit", onDeath);
			return stop(engine);
		},
	};
}

type EngineProcess = ChildProcessByStdio<Writable, null, Readable>;

async function start(
	dbPath: string | undefined,
	attempt: number,
): Promise<{ engine: EngineProcess; url: string }> {
	const port = await freePort();
	const file = dbPath ? ["--db-path", dbPath] : [];
	const engine = spawnBound(["serve", "--port", `${port}`, ...file]);
	const said = collect(engine.stderr);
	if (await isListening(engine, said))
		return { engine, url: `http://127.0.0.1:${port}` };
	await stop(engine);
	// Somebody else took the port between our finding it and the engine's listening on it.
	const isRace = said().includes("already in use");
	if (isRace && attempt < startAttemptsMax) return start(dbPath, attempt + 1);
	throw new StartError(`The DynamoDB engine did not start: ${said()}`);
}

/**
 * The engine becomes the child itself (`exec`, same pid); beside it stays a watcher on the pipe from us. The
 * pipe closes when we end in whatever way, SIGKILL included, and the watcher then kills the engine. A session
 * of its own (`detached`) keeps the terminal's Ctrl-C from the engine while we finish requests.
 */
function spawnBound(args: string[]): EngineProcess {
	const script =
		'exec 3<&0; (cat <&3 >/dev/null 2>&1; kill -KILL $$) >/dev/null 2>&1 & exec "$0" "$@" 3<&- </dev/null';
	return spawn("sh", ["-c", script, engineExecutable(), ...args], {
		stdio: ["pipe", "ignore", "pipe"],
		detached: true,
	});
}

/** The engine says so itself: an answer at its port might be somebody else's. What it says comes in pieces. */
async function isListening(
	engine: EngineProcess,
	said: () => string,
): Promise<boolean> {
	const patience = AbortSignal.timeout(readyWithinMilliseconds);
	const settled = new AbortController();
	const signal = AbortSignal.any([patience, settled.signal]);
	// Not its exit, which may come before the last of what it said.
	const closed = once(engine, "close", { signal }).then(
		() => true,
		() => true,
	);
	let isOver = false;
	while (!isOver && !said().includes("listening on")) {
		const more = once(engine.stderr, "data", { signal }).then(
			() => false,
			() => true,
		);
		isOver = await Promise.race([more, closed]);
	}
	settled.abort();
	return said().includes("listening on");
}

async function stop(engine: EngineProcess) {
	if (engine.exitCode === null && engine.signalCode === null) {
		const exited = once(engine, "exit");
		engine.kill("SIGTERM");
		const patience = setTimeout(
			() => engine.kill("SIGKILL"),
			stopWithinMilliseconds,
		);
		await exited;
		clearTimeout(patience);
	}
	engine.stdin.destroy();
}

/** An engine outlives its stack only if its watcher was killed too. It is ended, if it is still that process. */
async function endStaleEngine(dbPath: string) {
	const pid = await readFile(pidPath(dbPath), "utf8").catch(() => "");
	while (await isEngineOn(dbPath, pid)) {
		process.kill(Number(pid), "SIGKILL");
		await pause(20);
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
