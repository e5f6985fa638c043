import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { type DataDirectory, takeDataDirectory } from "./data-directory.ts";

const prefix = `procurement-payments-${userInfo().uid}-`;

/**
 * A data directory that exists as long as its stack. The engine's stream can be read in a database file only
 * (`stream/engine-stream.ts`).
 */
export async function takeMemoryDirectory(): Promise<
	DataDirectory & { path: string }
> {
	await removeAbandoned();
	const path = await mkdtemp(join(tmpdir(), prefix));
	const directory = await takeDataDirectory(path);
	if (!directory) throw new Error(`${path} is in use`);
	return {
		...directory,
		path,
		async release() {
			await directory.release();
			await rm(path, { recursive: true, force: true });
		},
	};
}

/** Another stack that is starting may not have locked its directory yet. */
const startingMilliseconds = 60_000;

/** Removes what killed stacks left behind: directories that no process has locked. */
async function removeAbandoned() {
	for (const name of await readdir(tmpdir())) {
		if (!name.startsWith(prefix)) continue;
		const path = join(tmpdir(), name);
		const { mtimeMs } = await stat(path).catch(() => ({
			// Its stack has just removed it.
			mtimeMs: Date.now(),
		}));
		if (Date.now() - mtimeMs < startingMilliseconds) continue;
		const directory = await takeDataDirectory(path);
		if (!directory) continue;
		await directory.release();
		await rm(path, { recursive: true, force: true });
	}
}
