import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { globSync } from "node:fs";
import {
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rename,
	rm,
	stat,
	utimes,
} from "node:fs/promises";
import { join } from "node:path";
import { shorten } from "../../../shared/text/shorten.ts";
import { eachLine } from "../console/lines.ts";
import { StartError } from "../start-error.ts";
import { toFolder } from "./function-folder.ts";
import { localClient, localIssuer } from "./placeholders.ts";

const projectRoot = join(import.meta.dirname, "../../..");
/**
 * Settings of the stage that the stack runs, `dev`. It sends all notifications, to files, and has the console. The local
 * issuer takes the place of the one that is named here.
 */
const context = {
	"mailSender:dev": "approvals@service.example",
	"events:dev": true,
	"eventFeed:dev": true,
	"signIn:dev": { issuer: localIssuer, clientId: localClient },
};
/** The folder that keeps cloud assemblies. Those that have not been used for a month are removed. */
export const cachePath = join(projectRoot, "node_modules/.cache/local-stack");
const cacheMilliseconds = 30 * 24 * 3600 * 1000;

/** The inputs of the synthesized app. */
const sources = [
	"{bin,functions,lib,shared}/**/*.{json,js,ts}",
	"{client,console}/src/**/*.*",
	"{cdk,package,package-lock,tsconfig}.json",
	// This file changes whenever packages do.
	"node_modules/.package-lock.json",
];
/** Whether a file is compiled from a schema, which is a source itself. */
const isDerived = (path: string) => /\.validator\.(js|d\.ts)$/.test(path);

/**
 * Synthesizes the CDK app in a separate process, as `cdk synth` does. The result is cached by a hash of the sources.
 *
 * @param note Receives what is being built. It is not called when the result is cached.
 * @returns The path of the cloud assembly.
 * @throws StartError When the app cannot be synthesized.
 */
export async function synthesize(
	note: (text: string) => void = () => {},
): Promise<string> {
	const hash = await hashSources();
	const assemblyPath = join(cachePath, hash);
	if (await isPresent(assemblyPath)) {
		const now = new Date();
		await utimes(assemblyPath, now, now);
		return assemblyPath;
	}
	await mkdir(cachePath, { recursive: true });
	await removeOldAssemblies();
	const outdir = await mkdtemp(join(cachePath, "synth-"));
	note("template");
	await runNode("bin/build-validators.ts");
	await runNode("bin/app.ts", {
		env: { CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify(context) },
		onLine: (line) => {
			const [, id] = bundling.exec(line) ?? [];
			if (id) note(toFolder(id));
		},
	});
	if ((await hashSources()) !== hash) {
		// The sources were edited meanwhile, so that the assembly may have sources of both states.
		await rm(outdir, { recursive: true });
		return synthesize(note);
	}
	await rename(outdir, assemblyPath).catch(async (error) => {
		// A concurrent start has created the same assembly.
		if (!(await isPresent(assemblyPath))) throw error;
		await rm(outdir, { recursive: true });
	});
	return assemblyPath;
}

async function hashSources(): Promise<string> {
	const paths = globSync(sources, { cwd: projectRoot });
	const hash = createHash("sha256")
		.update(process.version)
		.update(JSON.stringify(context));
	for (const path of paths.filter((one) => !isDerived(one)).sort()) {
		const content = await readFile(join(projectRoot, path));
		hash.update(`${path}\n${content.length}\n`).update(content);
	}
	return hash.digest("hex");
}

/** Assemblies that were used recently are kept, because a running stack may use one of earlier sources. */
async function removeOldAssemblies() {
	for (const name of await readdir(cachePath)) {
		const path = join(cachePath, name);
		// A concurrent start may have renamed its assembly meanwhile.
		const stats = await stat(path).catch(() => undefined);
		if (stats && Date.now() - stats.mtimeMs > cacheMilliseconds)
			await rm(path, { recursive: true, force: true });
	}
}

/** What the CDK writes when it begins to bundle a function. */
const bundling = /^Bundling asset .*\/(\w+)Function\//;

async function runNode(
	script: string,
	{
		env = {},
		onLine = () => {},
	}: { env?: Record<string, string>; onLine?: (line: string) => void } = {},
) {
	const child = spawn(process.execPath, [script], {
		cwd: projectRoot,
		env: { ...process.env, ...env },
		stdio: ["ignore", "ignore", "pipe"],
	});
	let errors = "";
	eachLine(child.stderr, (line) => {
		if (!line.startsWith("Bundling asset ")) errors += `${line}\n`;
		onLine(line);
	});
	const [code] = await once(child, "close");
	if (code !== 0)
		throw new StartError(`${script} failed: ${shorten(errors.trim(), 400)}`);
}

const isPresent = (path: string) =>
	stat(path).then(
		() => true,
		() => false,
	);
