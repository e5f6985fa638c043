import { help } from "../tools/local/console/help.ts";
import { logWriter } from "../tools/local/console/log-writer.ts";
import { paintFor, plain } from "../tools/local/console/paint.ts";
import {
	noProgress,
	writtenProgress,
} from "../tools/local/console/progress.ts";
import { summary } from "../tools/local/console/summary.ts";
import { demoOrganizationFile } from "../tools/local/demo-organization.ts";
import { createDemoRecords } from "../tools/local/demo-records.ts";
import { startLocalStack } from "../tools/local/local-stack.ts";
import { readOptions, type StartOptions } from "../tools/local/options.ts";
import { StartError } from "../tools/local/start-error.ts";
import { OrganizationFileError } from "../tools/organization-files/organization-file-error.ts";

// Only the owner may read the store's files: they have the organization's records, and the key of the links in mails.
process.umask(0o077);

// The service keeps running when the reader of its output ends.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});

const paint = paintFor(process.stderr, process.env);
const write = (text: string) => void process.stderr.write(text);

/** Exits with code 1. Prints one line for an error that the user can fix, the stack trace for a bug. */
function exitWithError(error: unknown): never {
	const isExpected =
		error instanceof StartError || error instanceof OrganizationFileError;
	console.error(isExpected ? error.message : error);
	process.exit(1);
}

async function start(options: StartOptions) {
	const { isQuiet, organizationFiles } = options;
	const stack = await startLocalStack({
		...options,
		log: logWriter(write, { isJson: options.hasJsonLogs, isQuiet, paint }),
		progress: isQuiet ? noProgress : writtenProgress(write),
		onEngineDeath: () =>
			exitWithError(
				new StartError("The DynamoDB engine died: start the stack again"),
			),
	});
	const { url, template, host, hasNotifications } = stack;
	if (organizationFiles.includes(demoOrganizationFile))
		await createDemoRecords(url);
	if (!isQuiet)
		write(summary({ url, organizationFiles, hasNotifications }, paint));
	console.log(`READY ${url}`);
	if (!options.isWatching) return stack;
	// Imported only here, because it loads the bundler, which other starts do not need.
	const { watchFunctions } = await import(
		"../tools/local/watch/watch-functions.ts"
	);
	const watch = await watchFunctions({
		functions: template.functions,
		host,
		report: (message, kind) => {
			if (kind === "problem" || !isQuiet) write(`${message}\n`);
		},
		hasColour: paint !== plain,
	});
	return {
		async stop() {
			await watch.stop();
			await stack.stop();
		},
	};
}

const options = readOptionsOrExit();
if (options.isHelp) {
	process.stdout.write(help);
	process.exit(0);
}
const starting = start(options);

function readOptionsOrExit(): StartOptions {
	try {
		return readOptions(process.argv.slice(2), { PORT: process.env.PORT });
	} catch (error) {
		exitWithError(error);
	}
}

/** Ignores a second signal: npm forwards a signal that the terminal has already sent. */
let isStopping = false;
async function stop(signal: NodeJS.Signals) {
	if (isStopping) return;
	isStopping = true;
	if (!options.isQuiet) write(`Stopping, because of ${signal}.\n`);
	await starting.then((stack) => stack.stop());
	process.exit(0);
}
// A terminal that is closed sends SIGHUP, and Node.js receives it even under nohup.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
	process.on(signal, stop);

starting.catch((error) =>
	isStopping ? process.exit(0) : exitWithError(error),
);
