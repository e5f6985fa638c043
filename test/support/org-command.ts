import { execFile } from "node:child_process";
import { join } from "node:path";
import { Writable } from "node:stream";
import { runCommandLine } from "../../tools/operator/cli/run-command-line.ts";

export interface EndedCommand {
	/** The exit code. */
	code: number;
	stdout: string;
	/** Without the line that says where the command acts. */
	stderr: string;
	/** That line; undefined: the command was refused before. */
	place: string | undefined;
}

const toEnded = (
	code: number,
	stdout: string,
	stderr: string,
): EndedCommand => {
	const [place] = /^Acting on .*\n/.exec(stderr) ?? [];
	return { code, stdout, stderr: stderr.slice(place?.length ?? 0), place };
};

/** `npm run org -- …`, in the process of the test. */
export const org = (...words: string[]): Promise<EndedCommand> =>
	startOrg(...words).ended;

/** As `org`, for a command that writes before it ends. */
export function startOrg(...words: string[]) {
	const stdout = collector();
	const stderr = collector();
	const ended = runCommandLine(words, { stdout, stderr }).then((code) =>
		toEnded(code, stdout.text(), stderr.text()),
	);
	return { stdout: stdout.text, ended };
}

/** `npm run org -- …`, without npm, in a process of its own. */
export function orgProcess(...words: string[]): Promise<EndedCommand> {
	return new Promise((resolve) => {
		execFile(
			process.execPath,
			[orgPath, ...words],
			{ maxBuffer: 2 ** 26 },
			(error, stdout, stderr) => {
				resolve(toEnded(Number(error?.code ?? 0), stdout, stderr));
			},
		);
	});
}

export const orgPath = join(import.meta.dirname, "../../bin/org.ts");

/** A stream that keeps what is written to it. */
export function collector() {
	let text = "";
	const stream = new Writable({
		decodeStrings: false,
		write(chunk: string, _encoding, done) {
			text += chunk;
			done();
		},
	});
	return Object.assign(stream, { text: () => text });
}
