import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { search } from "@aws-lambda-powertools/jmespath";
import { toAwsText } from "./aws-text.ts";

/** The options of a command of the AWS command line; `""` for one without a value. */
export type AwsOptions = Record<string, string>;

/** What AWS answers to a command, in the shape of its documentation; `lambda invoke` writes a payload too. */
export interface AwsAnswer {
	answer: unknown;
	payload?: string;
}

/** By their names, such as `lambda invoke`. */
export type AwsCommands = Record<
	string,
	(options: AwsOptions) => AwsAnswer | Promise<AwsAnswer>
>;

/**
 * Answers `test/tools/operator/local-aws/aws.ts`: applies `--query` and `--output` to the answers of these commands, as the AWS
 * command line does. An error is printed, and the command fails.
 */
export async function imitateAws(commands: AwsCommands) {
	const server = createServer(async (request, response) => {
		try {
			const words: string[] = JSON.parse(await text(request));
			response.end(await run(commands, words));
		} catch (error) {
			response.writeHead(400).end(`${error}`);
		}
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	// Unchecked cast: a server that listens on a port has this shape.
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function run(
	commands: AwsCommands,
	[service, operation, ...words]: string[],
): Promise<string> {
	const command = commands[`${service} ${operation}`];
	if (!command) throw new Error(`aws ${service} ${operation} is not imitated`);
	const { query, output, ...options } = toOptions(words);
	const { answer, payload = "" } = await command(options);
	// Unchecked cast: an answer is JSON.
	const found = query
		? search(query, answer as Parameters<typeof search>[1])
		: answer;
	const printed =
		output === "text" ? toAwsText(found) : JSON.stringify(found, null, 4);
	return printed === "" ? payload : `${payload}${printed}\n`;
}

function toOptions(words: readonly string[]): AwsOptions {
	const options: AwsOptions = {};
	for (const [index, word] of words.entries()) {
		if (!word.startsWith("--")) continue;
		const next = words[index + 1];
		const hasValue = next !== undefined && !next.startsWith("--");
		options[word.slice(2)] = hasValue ? next : "";
	}
	return options;
}
