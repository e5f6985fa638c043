import {
	demoOrganizationFile,
	firstRequest,
} from "../local/demo-organization.ts";
import { startLocalStack } from "../local/local-stack.ts";
import { readOptions } from "../local/options.ts";
import { StartError } from "../local/start-error.ts";
import { OrganizationFileError } from "../organization-files/organization-file-error.ts";

// The service keeps running when the reader of its output ends.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});

/** Exits with code 1. Prints one line for an error that the user can fix, the stack trace for a bug. */
function exitWithError(error: unknown): never {
	const isExpected =
		error instanceof StartError || error instanceof OrganizationFileError;
	console.error(isExpected ? error.message : error);
	process.exit(1);
}

async function start() {
	const options = readOptions(process.argv.slice(2));
	const stack = await startLocalStack({
		...options,
		log: (chunk) => process.stderr.write(chunk),
		onEngineDeath: () =>
			exitWithError(
				new StartError("The DynamoDB engine died: start the stack again"),
			),
	});
	console.log(`READY ${stack.url}`);
	if (options.organizationFiles.includes(demoOrganizationFile))
		console.error(
			`Pay an invoice:\n\n${firstRequest(stack.url)}\n\nTry every endpoint in a browser: ${stack.url}/docs\n`,
		);
	return stack;
}

const starting = start();

/** Ignores a second signal: npm forwards a signal that the terminal has already sent. */
let isStopping = false;
async function stop() {
	if (isStopping) return;
	isStopping = true;
	await starting.then((stack) => stack.stop());
	process.exit(0);
}
process.on("SIGINT", stop);
process.on("SIGTERM", stop);

starting.catch((error) =>
	isStopping ? process.exit(0) : exitWithError(error),
);
