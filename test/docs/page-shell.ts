import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./markdown.ts";

/** A shell in which the blocks of a page run one after the other, as a reader would type them. */
export interface PageShell {
	/** @returns Standard output. Throws when the last command fails. */
	run(commands: string): Promise<string>;
	close(): void;
}

/**
 * The commands of the pages that are not run as they are: `npm run org` and `npm run smoke` work on the test's stack, other scripts run in
 * the project's folder, those of `client/` and `docs/` on files of the page's own, and curl ends each answer with a line break. Without curl, a substitute sends the requests.
 */
const prelude = `
CURL=$(command -v curl || true)
curl() {
	if [ -n "$CURL" ]; then "$CURL" -sS "$@"; else node "$PROJECT/test/docs/curl.ts" "$@"; fi
	echo
}
npm() {
	[ "$1" = run ] && shift
	[ "$1" = --silent ] && shift
	script=$1
	shift
	[ "$1" = -- ] && shift
	if [ "$script" = org ] || [ "$script" = smoke ]; then
		node "$PROJECT/bin/$script.ts" "$@" --data-dir "$DATA_DIRECTORY"
	else
		command npm --prefix "$PROJECT" run --silent "$script" -- "$@"
	fi
}
npx() {
	if [ "$1" = procurement-payments-client ]; then "$@"; else (cd "$PROJECT" && command npx "$@"); fi
}
node() {
	case "$1" in
		client/* | docs/*) script=$1; shift; command node "$PROJECT/$script" "$@" ;;
		*) command node "$@" ;;
	esac
}
`;

/** @param folder The shell's working directory. */
export async function openPageShell(
	folder: string,
	dataDirectory: string,
): Promise<PageShell> {
	installClient(folder);
	const shell = spawn("sh", [], {
		cwd: folder,
		env: {
			...process.env,
			PROJECT: projectRoot,
			DATA_DIRECTORY: dataDirectory,
			PATH: `${join(projectRoot, "node_modules/.bin")}:${process.env.PATH}`,
		},
	});
	let blocks = 0;
	const run = async (commands: string) => {
		const block = join(folder, `.block-${blocks++}`);
		writeFileSync(block, commands);
		const mark = randomUUID();
		// From a file: a command that reads standard input must not read the commands after it.
		shell.stdin.write(`. ${block} </dev/null\necho "${mark} $?"\n`);
		const { output, status } = await readTo(shell, mark);
		if (status !== "0") throw new Error(`${commands}ended with ${status}`);
		return output;
	};
	await run(prelude);
	return { run, close: () => shell.kill() };
}

/** What `npm install <the folder of the client>` does, which pages show. */
function installClient(folder: string) {
	const modules = join(folder, "node_modules");
	mkdirSync(modules);
	symlinkSync(
		join(projectRoot, "client"),
		join(modules, "procurement-payments-client"),
	);
}

function readTo(
	{ stdout, stderr }: ChildProcessWithoutNullStreams,
	mark: string,
): Promise<{ output: string; status: string }> {
	return new Promise((resolve, reject) => {
		let output = "";
		let complaints = "";
		const read = (chunk: Buffer) => {
			output += chunk;
			const [before, after] = output.split(`${mark} `);
			if (before === undefined || !after?.includes("\n")) return;
			finish();
			resolve({ output: before, status: after.trim() });
		};
		const complain = (chunk: Buffer) => {
			complaints += chunk;
		};
		const fail = () => {
			finish();
			reject(new Error(`The shell ended: ${output}${complaints}`));
		};
		function finish() {
			stdout.off("data", read).off("close", fail);
			stderr.off("data", complain);
		}
		stdout.on("data", read).on("close", fail);
		stderr.on("data", complain);
	});
}
