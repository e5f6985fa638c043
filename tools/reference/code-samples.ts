import { path as pathWith } from "../../client/src/http/path.ts";
import { keyHeader, type TriedOperation } from "./examples-to-try.ts";

/** One entry of the extension `x-codeSamples`, which other renderers know as well. */
export interface CodeSample {
	lang: "Shell" | "Python" | "JavaScript";
	label: "curl" | "Python" | "Node";
	source: string;
}

export interface SampleOptions {
	/** The address of the service, such as `https://api.example.com`. */
	server: string;
	apiKey: string;
}

interface SampleRequest {
	method: string;
	url: string;
	headers: readonly (readonly [name: string, value: string])[];
	/** Whether the request gets an idempotency key of its own. */
	hasNewKey: boolean;
	body?: unknown;
}

/** The operation's first example as a program in each language. None needs a package. */
export function codeSamples(
	route: { method: string; path: string; operation: TriedOperation },
	options: SampleOptions,
): CodeSample[] {
	const request = toRequest(route, options);
	return [
		{ lang: "Shell", label: "curl", source: curlSample(request) },
		{ lang: "Python", label: "Python", source: pythonSample(request) },
		{ lang: "JavaScript", label: "Node", source: nodeSample(request) },
	];
}

/** Stands for a value that the reader fills in, such as `BULK_ACTION_SLUG`. */
export const placeholderOf = (name: string): string =>
	name
		.replace(/^x-/, "")
		.replaceAll("-", "_")
		.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`)
		.toUpperCase();

function toRequest(
	{
		method,
		path,
		operation: { parameters = [], requestBody },
	}: { method: string; path: string; operation: TriedOperation },
	{ server, apiKey }: SampleOptions,
): SampleRequest {
	const toSent = (name: string) =>
		parameters.find((one) => one.name === name)?.example ?? placeholderOf(name);
	const sent = parameters.filter(
		({ name, in: place, required, example }) =>
			place === "header" && (required || example || name === keyHeader),
	);
	const hasNewKey =
		requestBody !== undefined && sent.some(({ name }) => name === keyHeader);
	const [example] = Object.values(
		requestBody?.content["application/json"].examples ?? {},
	);
	return {
		method: method.toUpperCase(),
		url:
			server +
			path.replaceAll(
				/\{(.+?)\}/g,
				(_, name: string) => pathWith`${toSent(name)}`,
			),
		headers: [
			["Authorization", `Api-Key ${apiKey}`],
			...sent
				.filter(({ name }) => !hasNewKey || name !== keyHeader)
				.map(({ name }) => [name, toSent(name)] as const),
			...(requestBody ? [["Content-Type", "application/json"] as const] : []),
		],
		hasNewKey,
		...(requestBody && { body: example?.value }),
	};
}

const indent = "  ";
const toJson = (value: unknown) => JSON.stringify(value, null, indent);
const isRead = ({ method }: SampleRequest) => method === "GET";

function curlSample(request: SampleRequest): string {
	const { method, url, headers, hasNewKey, body } = request;
	const parts = [
		...(isRead(request) ? [] : [`-X ${method}`]),
		...headers.map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
		...(hasNewKey ? [`-H "${keyHeader}: $key"`] : []),
		...(body === undefined ? [] : [`-d ${inShell(toJson(body))}`]),
	];
	const command = [`curl ${inShell(url)}`, ...parts].join(` \\\n${indent}`);
	const newKey = `# Store the key: it settles a lost answer.\nkey="try-$(date +%s)"`;
	return hasNewKey ? `${newKey}\n${command}` : command;
}

/** Quotes are needed for everything other than plain URLs. */
const inShell = (text: string) =>
	/^[\w:/.%-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** JSON is valid Python except for `true`, `false` and `null`, which no first example has. */
function pythonSample(request: SampleRequest): string {
	const { method, url, headers, hasNewKey, body } = request;
	const pairs = headers.map(
		([name, value]) => `${toJson(name)}: ${toJson(value)},`,
	);
	if (hasNewKey) pairs.push(`"${keyHeader}": key,`);
	const lines = [
		"import json",
		"import urllib.request",
		...(hasNewKey ? ["import uuid"] : []),
		"",
		...(hasNewKey
			? ["key = str(uuid.uuid4())  # Store it: it settles a lost answer."]
			: []),
		...(body === undefined
			? []
			: [`body = ${JSON.stringify(body, null, "    ")}`]),
		"request = urllib.request.Request(",
		`    ${toJson(url)},`,
		...(isRead(request) ? [] : [`    method="${method}",`]),
		"    headers={",
		...pairs.map((pair) => `        ${pair}`),
		"    },",
		...(body === undefined ? [] : ["    data=json.dumps(body).encode(),"]),
		")",
		"with urllib.request.urlopen(request, timeout=35) as response:",
		"    print(response.status, json.load(response))",
	];
	return lines.join("\n");
}

function nodeSample(request: SampleRequest): string {
	const { method, url, headers, hasNewKey, body } = request;
	const nameOf = (name: string) => (/^\w+$/.test(name) ? name : toJson(name));
	const pairs = headers.map(
		([name, value]) => `${nameOf(name)}: ${toJson(value)},`,
	);
	if (hasNewKey) pairs.push(`"${keyHeader}": key,`);
	const lines = [
		...(hasNewKey
			? [
					"const key = crypto.randomUUID(); // Store it: it settles a lost answer.",
				]
			: []),
		`const response = await fetch(${toJson(url)}, {`,
		...(isRead(request) ? [] : [`  method: "${method}",`]),
		"  headers: {",
		...pairs.map((pair) => `    ${pair}`),
		"  },",
		...(body === undefined
			? []
			: [`  body: JSON.stringify(${toJson(body).replaceAll("\n", "\n  ")}),`]),
		"});",
		"console.log(response.status, await response.json());",
	];
	return lines.join("\n");
}
