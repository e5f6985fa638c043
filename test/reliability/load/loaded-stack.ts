import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { connectTable, type Table } from "../../../shared/dynamodb/table.ts";
import { localConnection } from "../../../tools/local/local-connection.ts";
import { openLocalStore } from "../../../tools/local/store-access.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import type { ThreadSample } from "./memory-probe.ts";

const projectRoot = join(import.meta.dirname, "../../..");

/** `npm start` in a process of its own, with a probe for its memory and a connection to its store. */
export interface LoadedStack extends AsyncDisposable {
	url: string;
	table: Table;
	/** Collects the garbage of all threads and measures them, the main thread first. */
	measure(): Promise<ThreadSample[]>;
}

export async function startLoadedStack(
	organizations: readonly OrganizationFile[],
): Promise<LoadedStack> {
	const folder = mkdtempSync(join(tmpdir(), "load-"));
	mkdirSync(join(folder, "files"));
	const files = organizations.map((organization) => {
		const file = join(folder, "files", `${organization.org.id}.json`);
		writeFileSync(file, JSON.stringify(organization));
		return ["--org", file];
	});
	const dataDirectory = join(folder, "data");
	const child = spawn(
		process.execPath,
		[
			// As `npm start` has it.
			"--max-semi-space-size=4",
			...["--import", join(import.meta.dirname, "memory-probe.ts")],
			join(projectRoot, "bin/local.ts"),
			...["--quiet", "--port", "0", "--data-dir", dataDirectory],
			...files.flat(),
		],
		{ stdio: ["ignore", "pipe", "inherit", "ipc"] },
	);
	const url = await readUrl(child);
	return {
		url,
		table: await connectStore(dataDirectory),
		async measure() {
			child.send("measure");
			const [samples] = await once(child, "message");
			return samples;
		},
		async [Symbol.asyncDispose]() {
			const exited = once(child, "exit");
			child.kill("SIGTERM");
			await exited;
			rmSync(folder, { recursive: true });
		},
	};
}

/** The table of a stack that runs. */
export async function connectStore(dataDirectory: string): Promise<Table> {
	const { endpoint, tableName } = await openLocalStore(dataDirectory, {
		mayCreate: false,
	});
	return connectTable({ name: tableName, ...localConnection(endpoint) });
}

async function readUrl(child: ChildProcess): Promise<string> {
	// Unchecked cast: the standard output is a pipe.
	const lines = createInterface({ input: child.stdout as Readable });
	const exited = once(child, "exit");
	const [line] = await Promise.race([once(lines, "line"), exited]);
	const [, url] = /^READY (\S+)$/.exec(`${line}`) ?? [];
	if (!url) throw new Error(`The stack did not start: ${line}`);
	return url;
}
