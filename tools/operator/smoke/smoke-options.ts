import { findUrlFault } from "../../../client/src/http/service-url.ts";
import { isSmokeOrganizationId } from "../../../shared/organizations/smoke-organization.ts";
import { type Arguments, option, UsageError } from "../cli/command.ts";
import {
	environmentRegion,
	type OpenStore,
	readStoreOptions,
	storeOptions,
} from "../cli/open-store.ts";
import { parseWords } from "../cli/parse-words.ts";
import {
	type AwsPlace,
	findApiUrl,
	findDeafAlarms,
} from "../cli/stack-outputs.ts";

const localUrl = "http://127.0.0.1:3000";

export const smokeUsage = `npm run smoke -- --stack <name>

calls every endpoint, pays a batch and provokes errors, in an organization of its own, which it deletes again

Local stack, which must be running:
  --data-dir <dir>   directory of the stack's files (default .local)
  --url <url>        its URL (default ${localUrl})
AWS:
  --stack <name>     stack with the table and the API
  --table <name>     table, instead of --stack; needs --url
  --url <url>        API, such as a domain of its own (default: the stack's output ApiUrl)
  --region <r>       AWS region (default: from the AWS environment)

  --clean <id>       only delete what a smoke test left that was killed

Exit code 0: every check passed and nothing is left; 1: not so; 2: wrong usage
`;

export interface SmokeOptions {
	openStore: () => Promise<OpenStore>;
	findUrl: () => Promise<string>;
	/** A line about alarms that reach no one; undefined when they reach somebody, or there is no stack. */
	findDeafAlarms: () => Promise<string | undefined>;
	/** The organization that is deleted without running any check. */
	clean: string | undefined;
}

/**
 * @returns Null when the help is wanted.
 * @throws UsageError
 */
export function readSmokeOptions(words: string[]): SmokeOptions | null {
	const args = parseWords(words, {
		...storeOptions,
		url: { type: "string" },
		clean: { type: "string" },
		help: { type: "boolean", short: "h" },
	});
	if (args.values.help) return null;
	const [extra] = args.positionals;
	if (extra !== undefined)
		throw new UsageError(
			`unexpected argument ${JSON.stringify(extra)}: --help shows the options`,
		);
	const openStore = readStoreOptions(args, { mayCreate: false });
	const clean = option(args, "clean");
	if (clean !== undefined && !isSmokeOrganizationId(clean))
		throw new UsageError(
			`--clean ${JSON.stringify(clean)}: must be the id that the smoke test printed, smoke- and 26 characters`,
		);
	const stack = option(args, "stack");
	return {
		openStore,
		findUrl: urlFinder(args),
		findDeafAlarms: async () =>
			stack === undefined ? undefined : findDeafAlarms(stack, placeOf(args)),
		clean,
	};
}

function urlFinder(args: Arguments): SmokeOptions["findUrl"] {
	const url = option(args, "url");
	const stack = option(args, "stack");
	if (url !== undefined) {
		const fault = findUrlFault(url);
		if (fault !== undefined)
			throw new UsageError(`--url ${JSON.stringify(url)} ${fault}`);
		return async () => url;
	}
	if (option(args, "table") !== undefined)
		throw new UsageError("--table needs --url, the API that uses the table");
	if (stack === undefined) return async () => localUrl;
	return () => findApiUrl(stack, placeOf(args));
}

function placeOf(args: Arguments): AwsPlace {
	const region = option(args, "region") ?? environmentRegion();
	return region === undefined ? {} : { region };
}
