import { globSync, readFileSync } from "node:fs";

/** Returns the resident memory of a process, on Linux only; NaN when it has ended, and nobody has asked how. */
export function megabytesOf(pid: number | undefined): number {
	const status = readFileSync(`/proc/${pid}/status`, "utf8");
	return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Resident memory of the engine that was started on this URL's port. */
export function engineMegabytes(engineUrl: string): number {
	const { port } = new URL(engineUrl);
	const pids = globSync("/proc/[0-9]*/cmdline")
		.filter((path) => readIfPresent(path).includes(`serve\0--port\0${port}\0`))
		.map((path) => Number(path.split("/")[2]));
	// The shell that started the engine has the same arguments, and little memory.
	return Math.max(...pids.map(megabytesOf).filter((one) => one > 0));
}

/** The text of a file, or "" when its process has ended meanwhile. */
function readIfPresent(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
