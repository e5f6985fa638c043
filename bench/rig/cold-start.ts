import { spawn } from "node:child_process";
import { once } from "node:events";
import type { FunctionBundle } from "./bundles.ts";
import { lambdaEnvironment } from "./lambda-environment.ts";
import { markAsPaidEvent, toResource } from "./mark-as-paid-event.ts";
import type { RuntimeApi } from "./runtime-api.ts";
import type { TlsFront } from "./tls-front.ts";

/** Milliseconds of a new environment's parts. */
export interface ColdStart {
	/** Node.js and the runtime client. */
	start: number;
	/** The function's module. */
	init: number;
	/** The first event. */
	call: number;
}

/**
 * Stands in for Lambda's runtime client, which is no package that could be installed without a compiler: it loads the
 * function, fetches the event from the Runtime API, and posts the answer. JavaScript, because Node.js would first have
 * to load what strips the types.
 */
const runtimeClient = `
	import http from "node:http";
	import { createRequire } from "node:module";
	const [path, api] = process.argv.slice(1);
	const call = (method, name, headers, body) => new Promise((resolve, reject) => {
		const request = http.request("http://" + api + "/2018-06-01/runtime/invocation/" + name, { method, headers }, (response) => {
			let text = "";
			response.setEncoding("utf8");
			response.on("data", (part) => { text += part; });
			response.on("end", () => resolve({ text, id: response.headers["lambda-runtime-aws-request-id"] }));
		});
		request.on("error", reject);
		request.end(body);
	});
	// The time origin is the start of the process.
	const start = performance.now();
	const { handler } = createRequire(import.meta.url)(path);
	const init = performance.now() - start;
	const { text, id } = await call("GET", "next", { loading: JSON.stringify({ start, init }) });
	const context = { awsRequestId: id, functionName: "bench", getRemainingTimeInMillis: () => 29_000 };
	await call("POST", id + "/response", {}, JSON.stringify(await handler(JSON.parse(text), context)));
	process.exit();
`;

/** Pays an invoice by the first call of a new environment. */
export async function startCold(
	bundle: Pick<FunctionBundle, "name" | "environment" | "path">,
	slug: string,
	{ front, api }: { front: TlsFront; api: RuntimeApi },
): Promise<ColdStart> {
	const event = markAsPaidEvent([toResource(slug)]);
	const isReady = api.nextEnvironment();
	const child = spawn(
		process.execPath,
		[
			...["--input-type=module", "--eval", runtimeClient],
			...["--", bundle.path, api.address],
		],
		{
			env: {
				...lambdaEnvironment(bundle),
				AWS_ENDPOINT_URL_DYNAMODB: front.url,
				CHUNK_QUEUE_URL: `${front.url}/000000000000/chunks`,
				NODE_EXTRA_CA_CERTS: front.certificate,
			},
			stdio: ["ignore", "ignore", "inherit"],
		},
	);
	const ended = once(child, "exit");
	const failed = ended.then(([code]): never => {
		throw new Error(`${bundle.name} ended with exit code ${code}`);
	});
	const { loading, invoke } = await Promise.race([isReady, failed]);
	const startedAt = performance.now();
	const answer = await Promise.race([invoke(event), failed]);
	const call = performance.now() - startedAt;
	await ended;
	requirePaid(bundle.name, answer);
	const { start = 0, init = 0 } = loading;
	return { start, init, call };
}

function requirePaid(name: string, answer: unknown) {
	const isPaid =
		typeof answer === "object" &&
		answer !== null &&
		"statusCode" in answer &&
		answer.statusCode === 200;
	if (!isPaid)
		throw new Error(`${name} did not pay: ${JSON.stringify(answer)}`);
}
