import { createHash } from "node:crypto";
import { type NewId, newUlid } from "../../../../shared/environment/ids.ts";
import { exhibits } from "../../../../tools/exhibits/exhibits.ts";
import type { Exchange } from "../../../../tools/openapi/exchanges.ts";
import type { OrganizationFile } from "../../../../tools/organization-files/schema.ts";
import {
	findEndpoint,
	type TestedEndpoint,
} from "../../../support/every-endpoint.ts";
import {
	openWorld,
	type SendOptions,
	type SharedContext,
	testNow,
	type World,
} from "../../../support/world.ts";

export interface ExampleRequest extends SendOptions {
	method?: TestedEndpoint["method"];
	url: string;
	body?: unknown;
	/** The body is too long for an example. */
	isBodyLeftOut?: true;
	/** The example shows so many of a batch's results, and leaves out the others. */
	shownResults?: number;
	/** When it is sent, after the start of the world's clock. Default: together with the request before it. */
	minute?: number;
}

/** The examples of one operation, recorded in a world of their own. */
export interface Recording {
	world: World;
	/**
	 * Sends what the examples need and does not record it.
	 *
	 * @returns The answer's `data`.
	 */
	// biome-ignore lint/suspicious/noExplicitAny: a recording looks into the answer, as tests do
	prepare(request: ExampleRequest): Promise<any>;
	/** Sends a request and records it with its answer under a name. */
	example(
		name: string,
		summary: string,
		request: ExampleRequest,
	): Promise<void>;
}

/** Records the examples of an operation. */
export type RecordExamples = (recording: Recording) => Promise<void>;

/**
 * An example depends on nothing but the requests that its operation needs, so one more example changes no other: each
 * operation has its own world, each request names its time, and new ids follow from the request that creates them. The
 * same order thus has the same id in the examples of all operations.
 */
export async function recordOperation(
	operationId: string,
	record: RecordExamples,
	file: OrganizationFile,
	shared: SharedContext,
): Promise<Exchange[]> {
	const ids = idsOfRequests();
	await using world = await openWorld({ newId: ids.newId, shared });
	await world.import(file);
	const recorded: Exchange[] = [];

	async function send({ minute, isBodyLeftOut, ...request }: ExampleRequest) {
		const { method = "GET", url, body, ...options } = request;
		if (minute !== undefined)
			world.time.now = new Date(testNow.getTime() + minute * 60_000);
		ids.begin(JSON.stringify([method, url, body, options]));
		const { idempotencyKey = null, headers } = options;
		const answer = await world.send(method, url, body, {
			...options,
			idempotencyKey,
		});
		const { "content-type": _, ...shown } = answer.headers;
		const sent = {
			url,
			headers: {
				...(idempotencyKey && { "x-idempotency-key": idempotencyKey }),
				...headers,
			},
			...(body !== undefined && !isBodyLeftOut && { body }),
		};
		return { sent, answer: { ...answer, headers: shown } };
	}

	await record({
		world,
		async prepare(request) {
			const { answer } = await send(request);
			if (answer.status === 200) return answer.body.data;
			throw new Error(
				`The examples of ${operationId} need ${request.method} ${request.url}, which was answered ${answer.status}: ${JSON.stringify(answer.body)}`,
			);
		},
		async example(name, summary, request) {
			requireOperation(operationId, request);
			const { shownResults, ...sentRequest } = request;
			const { sent, answer } = await send(sentRequest);
			const { status, headers, body } = answer;
			body.data?.results?.splice(shownResults ?? Number.POSITIVE_INFINITY);
			const response = { status, headers, body };
			recorded.push({ name, summary, request: sent, response });
		},
	});
	return recorded;
}

function requireOperation(
	operationId: string,
	{ method = "GET", url }: ExampleRequest,
) {
	const { endpoint } = findEndpoint(method, url.split("?")[0] ?? "");
	const { id } =
		exhibits.find((one) => one.endpoint.routeKey === endpoint.routeKey) ?? {};
	if (id !== operationId)
		throw new Error(
			`${method} ${url} is a request of ${id}, not ${operationId}`,
		);
}

const timeCharacters = 10;
const crockfordBase32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** ULIDs whose random part follows from the request that is being answered. */
function idsOfRequests(): { newId: NewId; begin(request: string): void } {
	const counts = new Map<string, number>();
	let current = "";
	return {
		begin(request) {
			const hash = createHash("sha256").update(request).digest();
			const letters = Array.from(hash.subarray(0, 12), (byte) =>
				crockfordBase32.charAt(byte % crockfordBase32.length),
			);
			current = letters.join("");
		},
		newId(at) {
			// A request that is repeated goes on counting.
			const count = (counts.get(current) ?? 0) + 1;
			counts.set(current, count);
			const time = newUlid(at).slice(0, timeCharacters);
			return `${time}${current}${`${count}`.padStart(4, "0")}`;
		},
	};
}
