import { globSync, readFileSync } from "node:fs";

/** Resident memory of a process. Linux only. */
export function megabytesOf(pid: number | undefined): number {
	const status = readFileSync(`/proc/${pid}/status`, "utf8");
	return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Resident memory of the engine that was started on this URL's port. */
export function engineMegabytes(engineUrl: string): number {
	const { port } = new URL(engineUrl);
	const path = globSync("/proc/[0-9]*/cmdline").find((file) =>
		isServing(file, port),
	);
	return megabytesOf(Number(path?.split("/")[2]));
}

function isServing(path: string, port: string): boolean {
	try {
		return readFileSync(path, "utf8").includes(`serve\0--port\0${port}\0`);
	} catch {
		// The process has ended meanwhile.
		return false;
	}
}
