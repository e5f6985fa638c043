import type { Command } from "./command.ts";

const storeOptions = `Local store, running or stopped:
  --data-dir <dir>   directory of the stack's files (default .local)
AWS:
  --stack <name>     stack with the table and the queues
  --table <name>     table, instead of --stack
  --region <r>       AWS region (default: from the AWS environment)

<duration>: digits and one of s, m, h, d, such as 90s
<date>: an RFC 3339 instant, or YYYY-MM-DD for the end of that day
`;

export function usageOf(
	name: string,
	{ usage, summary, notes }: Command,
): string {
	const parts = [
		`npm run org -- ${name} ${usage}`.trimEnd(),
		summary,
		...(notes === undefined ? [] : [notes]),
		storeOptions,
	];
	return parts.join("\n\n");
}

export function usageOfAll(commands: ReadonlyMap<string, Command>): string {
	const lines = [...commands].map(
		([name, { usage, summary }]) =>
			`${`  ${name} ${usage}`.trimEnd()}\n      ${summary}\n`,
	);
	return `npm run org -- <command>\nnpm run org -- help <command>\n\n${lines.join("")}\n${storeOptions}`;
}
