import type { Command } from "./command.ts";

const storeOptions = `Against the local store, running or stopped:
  --data-dir <dir>   where the stack keeps its files (default .local)
Against AWS:
  --stack <name>     the stack whose table and queues they are
  --table <name>     or the table itself
  --region <r>       default: as the AWS environment says

<duration>: digits and one of s m h d, such as 90s
<date>: an RFC 3339 instant, or YYYY-MM-DD, to the end of that day
`;

export function usageOf(name: string, { usage, summary }: Command): string {
	return `${`npm run org -- ${name} ${usage}`.trimEnd()}\n\n${summary}\n\n${storeOptions}`;
}

export function usageOfAll(commands: ReadonlyMap<string, Command>): string {
	const lines = [...commands].map(
		([name, { usage, summary }]) =>
			`${`  ${name} ${usage}`.trimEnd()}\n      ${summary}\n`,
	);
	return `npm run org -- <command>\n\n${lines.join("")}\n${storeOptions}`;
}
