import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { FunctionBundle } from "./bundles.ts";
import { lambdaEnvironment } from "./lambda-environment.ts";
import { markAsPaidEvent, toResource } from "./mark-as-paid-event.ts";
import type { TlsFront } from "./tls-front.ts";

/** Milliseconds of a new environment's parts: Node's own start, the module's load, the first call. */
export interface ColdStart {
	start: number;
	init: number;
	call: number;
}

/** What the process runs. The time origin of `performance` is the start of the process. */
const script = `
	const started = performance.now();
	const { handler } = require(process.argv[1]);
	const loaded = performance.now();
	const context = { awsRequestId: "bench", functionName: "bench", getRemainingTimeInMillis: () => 29_000 };
	handler(JSON.parse(process.argv[2]), context).then(({ statusCode }) => {
		const answered = performance.now();
		const times = { start: started, init: loaded - started, call: answered - loaded };
		require("node:fs").writeSync(3, JSON.stringify({ statusCode, ...times }));
		process.exit();
	});
`;

/** Pays an invoice by the first call of a new process. */
export async function startCold(
	bundle: Pick<FunctionBundle, "name" | "environment" | "path">,
	slug: string,
	{ url, certificate }: TlsFront,
): Promise<ColdStart> {
	const event = JSON.stringify(markAsPaidEvent([toResource(slug)]));
	const child = spawn(process.execPath, ["-e", script, bundle.path, event], {
		env: {
			...lambdaEnvironment(bundle),
			AWS_ENDPOINT_URL_DYNAMODB: url,
			CHUNK_QUEUE_URL: `${url}/000000000000/chunks`,
			NODE_EXTRA_CA_CERTS: certificate,
		},
		stdio: ["ignore", "ignore", "inherit", "pipe"],
	});
	const ended = once(child, "exit");
	// Unchecked cast: the fourth stream is a pipe.
	const written = await text(child.stdio[3] as NodeJS.ReadableStream);
	await ended;
	const { statusCode, ...times } = JSON.parse(written || "{}");
	if (statusCode !== 200)
		throw new Error(`${bundle.name} did not pay: ${statusCode}`);
	return times;
}
