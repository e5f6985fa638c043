import { parseArgs } from "node:util";
import { defaultDataDirectory } from "./data-directory.ts";
import { demoOrganizationFile } from "./demo-organization.ts";
import type { LocalStackOptions } from "./local-stack.ts";
import { StartError } from "./start-error.ts";

/**
 * Parses the flags of `npm start` (contract 1).
 *
 * @throws StartError with the name of the invalid flag.
 */
export function readOptions(
	args: string[],
): Pick<LocalStackOptions, "port" | "organizationFiles" | "storage"> {
	const flags = parse(args);
	return {
		port: toPort(flags.port),
		organizationFiles: flags.org ?? [demoOrganizationFile],
		storage: toStorage(flags),
	};
}

function parse(args: string[]) {
	try {
		const { values } = parseArgs({
			args,
			options: {
				port: { type: "string", default: "3000" },
				org: { type: "string", multiple: true },
				"data-dir": { type: "string" },
				memory: { type: "boolean" },
			},
		});
		return values;
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		// The first sentence; the rest of the message is advice on positional arguments.
		const [reason] = error.message.split(/\.\s|\n/);
		throw new StartError(
			`${reason}: flags are --port <n>, --org <file>, --data-dir <dir>, --memory`,
		);
	}
}

function toPort(text: string): number {
	const port = Number(text);
	if (/^\d+$/.test(text) && port <= 65_535) return port;
	throw new StartError(`--port ${text}: must be a number from 0 to 65535`);
}

function toStorage({
	memory,
	"data-dir": dataDirectory,
}: {
	memory?: boolean;
	"data-dir"?: string;
}): LocalStackOptions["storage"] {
	if (dataDirectory === "")
		throw new StartError("--data-dir: must name a directory, such as .local");
	if (!memory) return { dataDirectory: dataDirectory ?? defaultDataDirectory };
	if (dataDirectory === undefined) return "memory";
	throw new StartError(
		"--memory and --data-dir exclude each other: give one of them",
	);
}
