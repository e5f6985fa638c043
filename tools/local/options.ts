import { parseArgs } from "node:util";
import { defaultDataDirectory } from "./data-directory.ts";
import { demoOrganizationFile } from "./demo-organization.ts";
import type { LocalStackOptions } from "./local-stack.ts";
import { isLoopbackUrl } from "./notifications/webhook.ts";
import { StartError } from "./start-error.ts";

export interface StartOptions
	extends Pick<
		LocalStackOptions,
		"port" | "organizationFiles" | "storage" | "webhook"
	> {
	/** Prints the help and starts nothing. */
	isHelp: boolean;
	/** Bundles functions again when their code changes. */
	isWatching: boolean;
	/** Prints READY, warnings and errors only. */
	isQuiet: boolean;
	/** Prints the functions' log lines as they are on AWS. */
	hasJsonLogs: boolean;
}

/**
 * Parses the flags of `npm start` (contract 1).
 *
 * @param PORT The environment variable that many programs read; `--port` takes precedence.
 * @throws StartError It names the invalid flag.
 */
export function readOptions(
	args: string[],
	{ PORT }: { PORT?: string | undefined } = {},
): StartOptions {
	const flags = parse(args);
	return {
		port:
			flags.port === undefined && PORT
				? toPort("PORT", PORT)
				: toPort("--port", flags.port ?? "3000"),
		organizationFiles: flags.org ?? [demoOrganizationFile],
		storage: toStorage(flags),
		...(flags.webhook !== undefined && { webhook: toWebhook(flags) }),
		isHelp: flags.help ?? false,
		isWatching: flags.watch ?? false,
		isQuiet: flags.quiet ?? false,
		hasJsonLogs: flags["json-logs"] ?? false,
	};
}

function parse(args: string[]) {
	try {
		const { values } = parseArgs({
			args,
			options: {
				port: { type: "string" },
				org: { type: "string", multiple: true },
				"data-dir": { type: "string" },
				memory: { type: "boolean" },
				webhook: { type: "string" },
				watch: { type: "boolean" },
				quiet: { type: "boolean" },
				"json-logs": { type: "boolean" },
				help: { type: "boolean", short: "h" },
			},
		});
		return values;
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		// Only the first sentence is used: the rest of the message is advice on positional arguments.
		const [reason] = error.message.split(/\.\s|\n/);
		throw new StartError(
			`${reason}: flags are --port <n>, --org <file>, --data-dir <dir>, --memory, --webhook <url>, --watch, --quiet, --json-logs, --help`,
		);
	}
}

function toPort(name: string, text: string): number {
	const port = Number(text);
	if (/^\d+$/.test(text) && port <= 65_535) return port;
	throw new StartError(`${name} ${text}: must be a number from 0 to 65535`);
}

function toWebhook({
	webhook = "",
	memory,
}: {
	webhook?: string;
	memory?: boolean;
}): string {
	if (!isLoopbackUrl(webhook))
		throw new StartError(
			`--webhook ${webhook.slice(0, 100)}: must be a URL of this machine, such as http://127.0.0.1:8000/events`,
		);
	if (!memory) return webhook;
	throw new StartError(
		"--memory and --webhook exclude each other: a store in memory has no events",
	);
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
