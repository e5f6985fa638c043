import { execFile } from "node:child_process";
import { promisify } from "node:util";
import {
	type CodeSample,
	placeholderOf,
} from "../../../tools/reference/code-samples.ts";
import {
	ownOrigin,
	type ReferenceDocument,
} from "../../../tools/reference/reference-document.ts";
import { prepareRecords } from "./prepared-records.ts";

/** The program that runs a sample, and its arguments before the sample's text. */
const sampleRunners = {
	curl: ["bash", "-c"],
	Python: ["python3", "-c"],
	Node: [process.execPath, "--input-type=module", "-e"],
} as const satisfies Record<CodeSample["label"], readonly string[]>;

/**
 * Runs each sample of a language as the reference page of a fresh local stack shows it, after what its operation needs.
 *
 * @returns What each printed, by `operationId`.
 */
export async function runSamples(
	url: string,
	label: CodeSample["label"],
): Promise<Map<string, string>> {
	const filled = await prepareRecords(url);
	const document = await fetch(`${url}/docs/openapi.json`);
	// Unchecked cast: the page is made of it.
	const { paths } = (await document.json()) as ReferenceDocument;
	const [program, ...args] = sampleRunners[label];
	const printed = new Map<string, string>();
	const operations = Object.values(paths).flatMap((one) => Object.values(one));
	for (const { operationId, "x-codeSamples": samples = [] } of operations) {
		const sample = samples.find((one) => one.label === label);
		let source = (sample?.source ?? "").replaceAll(ownOrigin, url);
		for (const [name, value] of Object.entries(filled[operationId] ?? {}))
			source = source.replaceAll(placeholderOf(name), value);
		const run = promisify(execFile)(program, [...args, source]);
		const { stdout } = await run;
		printed.set(operationId, stdout);
	}
	return printed;
}

/** Those that did not succeed, with what they printed. */
export const failedSamples = (printed: ReadonlyMap<string, string>) =>
	[...printed].filter(([, text]) => !/^200 |^\{"ok":true,"data":/.test(text));
