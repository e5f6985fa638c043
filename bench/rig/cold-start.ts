import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { FunctionBundle } from "./bundles.ts";
import { lambdaEnvironment } from "./lambda-environment.ts";
import { markAsPaidEvent, toResource } from "./mark-as-paid-event.ts";
import type { RuntimeApi } from "./runtime-api.ts";
import type { TlsFront } from "./tls-front.ts";

/** How many milliseconds each part of a new environment takes. */
export interface ColdStart {
	/** Node.js and the runtime client. */
	start: number;
	/** The function's module. */
	init: number;
	/** The first event. */
	call: number;
}

const runtimeClient = join(import.meta.dirname, "runtime-client.mjs");

/** Pays an invoice by the first call of a new environment. */
export async function startCold(
	bundle: Pick<FunctionBundle, "name" | "environment" | "path">,
	slug: string,
	{ front, api }: { front: TlsFront; api: RuntimeApi },
): Promise<ColdStart> {
	const event = markAsPaidEvent([toResource(slug)]);
	const nextEnvironment = api.nextEnvironment();
	const child = spawn(
		process.execPath,
		[runtimeClient, bundle.path, api.address],
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
	const { loading, invoke } = await Promise.race([nextEnvironment, failed]);
	const startedAt = performance.now();
	const answer = await Promise.race([invoke(event), failed]);
	const call = performance.now() - startedAt;
	await ended;
	requireOk(bundle.name, answer);
	const { start = 0, init = 0 } = loading;
	return { start, init, call };
}

function requireOk(name: string, answer: unknown) {
	const isOk =
		typeof answer === "object" &&
		answer !== null &&
		"statusCode" in answer &&
		answer.statusCode === 200;
	if (!isOk)
		throw new Error(`${name} did not answer 200: ${JSON.stringify(answer)}`);
}
