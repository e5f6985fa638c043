import { randomBytes, randomUUID } from "node:crypto";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { inject, type ProvidedContext } from "vitest";
import {
	createDependencies,
	type Dependencies,
} from "../../functions/dependencies.ts";
import { withSessions } from "../../functions/with-sessions.ts";
import type { AttemptOperation } from "../../shared/attempts/attempt.ts";
import { connectTable, type Table } from "../../shared/dynamodb/table.ts";
import { type NewId, newUlid } from "../../shared/environment/ids.ts";
import { createMetrics } from "../../shared/logging/metrics.ts";
import {
	connectChunkQueue,
	type SendChunks,
} from "../../shared/queue/chunk-queue.ts";
import type { ClientExtension } from "../../tools/local/client-extension.ts";
import {
	decodePath,
	type PathDecoding,
} from "../../tools/local/http-front/decode-path.ts";
import { importOrganization } from "../../tools/organization-files/import-organization.ts";
import type { OrganizationFile } from "../../tools/organization-files/schema.ts";
import { toApiEvent } from "./api-event.ts";
import type { AddedFault, Fault } from "./aws-gateway/faults/faults.ts";
import {
	inProcess,
	unsigned,
	withoutUserAgentAndLog,
} from "./aws-gateway/in-process.ts";
import {
	startTestGateway,
	type TestGateway,
} from "./aws-gateway/test-gateway.ts";
import {
	CapturedLogger,
	refuseSecrets,
	type SentSecrets,
} from "./captured-log.ts";
import { createTable } from "./create-table.ts";
import { requireDocumented } from "./documented.ts";
import { type EnforcedRoles, enforceRoles } from "./enforced-roles.ts";
import { deleteTable } from "./engine-table.ts";
import { findEndpoint, type TestedEndpoint } from "./every-endpoint.ts";
import { createFakeQueue, type FakeQueue } from "./fake-queue.ts";
import { createMemoryOutbox, type MemoryOutbox } from "./memory-outbox.ts";
import { createPauses } from "./pauses.ts";
import type { RequestSigner } from "./request-signer.ts";

/** Everything that a request passes through, from the function's handler to the engine, for one test. */
export interface World extends AsyncDisposable {
	gateway: TestGateway;
	table: Table;
	dependencies: Dependencies;
	/** Where the messages of batches end up. */
	queue: FakeQueue;
	/** Where mails and events end up. */
	outbox: MemoryOutbox;
	/** Another connection to the same table: meter and faults tell its calls by its access key id. */
	connect(accessKeyId: string): Table;
	/** As `connect`, to the queue: `queue` gets what is sent with the real SDK. */
	connectQueue(accessKeyId: string): SendChunks;
	/** Does what `connect` does, for any client of the SDK. */
	connectionOf(accessKeyId: string): ClientConnection;
	/** Applies a fault to the service's calls, and not to the test's own. */
	addFault(fault: Omit<Fault, "accessKeyId">): AddedFault;
	/**
	 * Runs code under the role that the template gives a function; requests run so by themselves. When the world is disposed
	 * of, no call may have been refused.
	 */
	runAs: EnforcedRoles["runAs"];
	/** The fixed clock; tests move it on. */
	time: { now: Date };
	/**
	 * From now on a pause before a retry takes no time, and counts as passed in the remaining time of an invocation.
	 * Not for tests of requests that compete: they need the pauses to get out of each other's way.
	 */
	skipPauses(): void;
	/** The context of an invocation that may run for so long: 29 s when absent. */
	lambdaContext(milliseconds?: number): Context;
	/** What was emitted so far. */
	metrics: readonly EmittedMetrics[];
	/** What was logged so far, a line of JSON each. When the world is disposed of, none may have a secret in it. */
	logLines: readonly string[];
	/** Sends a request to the endpoint of its URL; `url` is path and query, a body of text goes as it is. */
	send(
		method: TestedEndpoint["method"],
		url: string,
		body?: unknown,
		options?: SendOptions,
	): Promise<Answer>;
	/** Sends a body to an endpoint; a text goes as it is. */
	post(path: string, body: unknown, options?: SendOptions): Promise<Answer>;
	/** Sends a merge patch to a record; its id stands in the path percent-encoded. */
	patch(path: string, body: unknown, options?: SendOptions): Promise<Answer>;
	/**
	 * Asks for records; the path as it stands in the URL, percent-encoded.
	 *
	 * @param query As it stands in the URL, or its parameters.
	 */
	get(
		path: string,
		query?: string | Record<string, string>,
		options?: SendOptions,
	): Promise<ReadAnswer>;
	/** Asks for a batch's status; `query` as it stands in the URL. */
	getBatch(
		bulkActionSlug: string,
		query?: string,
		options?: SendOptions,
	): Promise<Answer>;
	/** Asks for the outcome of the request with this idempotency key; null sends none. */
	getAttempt(
		operation: AttemptOperation,
		idempotencyKey: string | null,
		options?: SendOptions,
	): Promise<Answer>;
	import(file: OrganizationFile): Promise<void>;
}

export interface ClientConnection {
	endpoint: string;
	region: string;
	credentials: { accessKeyId: string; secretAccessKey: string };
	extensions: ClientExtension[];
	signer: RequestSigner;
}

export interface EmittedMetrics {
	values: Record<string, number>;
	dimension: object;
}

/** The gateway decodes the path as API Gateway does. */
export interface SendOptions extends PathDecoding {
	/** The API key; null sends none. */
	key?: string | null;
	/** A fresh one when absent; null sends none. */
	idempotencyKey?: string | null;
	/** The version in `If-Match`; absent: none, or 1 where the endpoint requires it. */
	ifMatch?: number | null;
	headers?: Record<string, string>;
	cookies?: string[];
	/** What Lambda tells of the invocation: 29 s to run when absent. */
	context?: Context;
	/** Answers in place of the world's own, long-running one. */
	process?: { table: Table; send: SendChunks };
}

export interface Answer {
	status: number;
	headers: Record<string, string>;
	// biome-ignore lint/suspicious/noExplicitAny: a test reads any property of what came back
	body: any;
}

export interface ReadAnswer extends Answer {
	/** The body as it was sent, its numbers with all their digits. */
	text: string;
}

export const testNow = new Date("2026-11-21T10:00:00.000Z");
export const testKey = "acme-admin-key";

/** The access key id of a world's requests: meter and faults tell them from the test's own calls by it. */
export const serviceAccessKeyId = "service";

/** The engine, and what the roles grant (`EnforcedRoles`). */
export type SharedContext = Pick<ProvidedContext, "dynamodbUrl"> &
	Partial<Pick<ProvidedContext, "grantedActions">>;

export interface WorldOptions {
	/** Names what requests create. Default: random. */
	newId?: NewId;
	/** Default: API keys have no limit. */
	keyRequestsPerSecond?: number;
	/** Does the stage have an event feed? Default: true. */
	hasEventFeed?: boolean;
	/** Default: what the tests share. Outside of Vitest nothing is shared: there it is required. */
	shared?: SharedContext;
}

const injectShared = (): SharedContext => ({
	dynamodbUrl: inject("dynamodbUrl"),
	grantedActions: inject("grantedActions"),
});

export async function openWorld({
	newId = newUlid,
	keyRequestsPerSecond,
	hasEventFeed = true,
	shared: { dynamodbUrl, grantedActions } = injectShared(),
}: WorldOptions = {}): Promise<World> {
	const roles = enforceRoles(grantedActions);
	const outbox = createMemoryOutbox();
	const queue = createFakeQueue();
	const gateway = await startTestGateway({
		dynamodbUrl,
		receive: queue.receive,
		outbox,
		macSecret: randomBytes(32),
		authorize: roles.authorize,
		requiresConsistentReads: true,
	});
	const name = `test-${randomUUID()}`;
	const pauses = createPauses();
	const connectionOf = (accessKeyId: string): ClientConnection => ({
		endpoint: gateway.url,
		region: "ap-south-1",
		credentials: { accessKeyId, secretAccessKey: "test" },
		extensions: [pauses.ofSdk, inProcess(gateway)],
		signer: unsigned(accessKeyId),
	});
	const connect = (accessKeyId: string) => {
		const table = connectTable({ name, ...connectionOf(accessKeyId) });
		return pauses.of(roles.marked(withoutUserAgentAndLog(table)));
	};
	const table = connect("test");
	await createTable(table);
	const time = { now: testNow };
	const logger = new CapturedLogger();
	const metrics: EmittedMetrics[] = [];
	const clock = () => time.now;
	const emitMetrics = createMetrics({ namespace: "test", clock }, (line) => {
		metrics.push(toEmitted(line));
	});
	const runtime = {
		...{ clock, newId, logger, emitMetrics },
		keyRequestsPerSecond,
	};
	const dependencies = withSessions({
		...createDependencies(connect(serviceAccessKeyId), runtime),
		hasEventFeed,
	});
	const toHandler = cachedPerEndpoint(({ create }) =>
		create(dependencies, queue.send),
	);
	const sent: SentSecrets[] = [];

	const send = async (
		method: TestedEndpoint["method"],
		url: string,
		body?: unknown,
		options: SendOptions = {},
	): Promise<ReadAnswer> => {
		const { process } = options;
		const [sentPath = "", ...rest] = url.split("?");
		const query = rest.join("?");
		const path = decodePath(sentPath, options);
		const { endpoint, pathParameters } = findEndpoint(method, path);
		const handler = process
			? endpoint.create(
					{ ...createDependencies(process.table, runtime), hasEventFeed },
					process.send,
				)
			: toHandler(endpoint);
		const request = {
			headers: toHeaders(options, endpoint),
			...(options.cookies && { cookies: options.cookies }),
			...(body !== undefined && {
				body: typeof body === "string" ? body : JSON.stringify(body),
			}),
		};
		sent.push({ body: undefined, ...request });
		const routeKey = `${method} ${endpoint.path}`;
		const event = toApiEvent({
			method,
			path,
			routeKey,
			rawQueryString: query,
			...request,
			...(Object.keys(pathParameters).length > 0 && { pathParameters }),
			...(query && { queryStringParameters: toParameters(query) }),
		});
		const response = await roles.runAs(endpoint.name, () =>
			handler(event, options.context ?? pauses.lambdaContext()),
		);
		const answer = toAnswer(response as APIGatewayProxyStructuredResultV2);
		requireDocumented(routeKey, answer);
		return answer;
	};

	return {
		gateway,
		table,
		dependencies,
		queue,
		outbox,
		connect,
		connectQueue: (accessKeyId) =>
			connectChunkQueue({
				url: `${gateway.url}/000000000000/chunks`,
				...connectionOf(accessKeyId),
			}),
		connectionOf,
		time,
		addFault: (fault) =>
			gateway.faults.add({ accessKeyId: serviceAccessKeyId, ...fault }),
		runAs: roles.runAs,
		skipPauses: pauses.skip,
		lambdaContext: pauses.lambdaContext,
		metrics,
		logLines: logger.lines,
		async import(file) {
			await importOrganization(table, file, time.now);
		},
		send: withoutText(send),
		post: (path, body, options) =>
			withoutText(send)("POST", path, body, options),
		patch: (path, body, options) =>
			withoutText(send)("PATCH", path, body, options),
		get: (path, query = "", options = {}) => {
			const text =
				typeof query === "string" ? query : `${new URLSearchParams(query)}`;
			return send("GET", `${path}?${text}`, undefined, options);
		},
		getBatch: (bulkActionSlug, query = "", options = {}) =>
			send(
				"GET",
				`/v1.0/payment/mark-as-paid/${encodeURIComponent(bulkActionSlug)}?${query}`,
				undefined,
				options,
			),
		getAttempt: (operation, idempotencyKey, options = {}) =>
			send("GET", `/v1.0/attempt/${operation}`, undefined, {
				...options,
				idempotencyKey,
			}),
		async [Symbol.asyncDispose]() {
			await gateway.stop();
			await deleteTable(dynamodbUrl, name);
			roles.expectNoRefusal();
			refuseSecrets(logger.lines, sent);
		},
	};
}

/** The values and the dimensions in addition to `service` of a line in the embedded metric format. */
function toEmitted(line: string): EmittedMetrics {
	const { _aws, ...members } = JSON.parse(line);
	const [{ Dimensions, Metrics }] = _aws.CloudWatchMetrics;
	const pick = (names: string[]) =>
		Object.fromEntries(names.map((name) => [name, members[name]]));
	const { service: _, ...dimension } = pick(Dimensions[0]);
	return {
		values: pick(Metrics.map(({ Name }: { Name: string }) => Name)),
		dimension,
	};
}

const withoutText =
	<Parameters extends unknown[]>(
		send: (...request: Parameters) => Promise<ReadAnswer>,
	) =>
	async (...request: Parameters): Promise<Answer> => {
		const { text: _, ...answer } = await send(...request);
		return answer;
	};

type Handler = ReturnType<TestedEndpoint["create"]>;

/** The world's own process answers many requests with one handler, as a Lambda does. */
function cachedPerEndpoint(create: (endpoint: TestedEndpoint) => Handler) {
	const handlers = new Map<TestedEndpoint, Handler>();
	return (endpoint: TestedEndpoint): Handler => {
		const handler = handlers.get(endpoint) ?? create(endpoint);
		handlers.set(endpoint, handler);
		return handler;
	};
}

function toHeaders(
	{
		key = testKey,
		idempotencyKey = randomUUID(),
		headers,
		...options
	}: SendOptions,
	endpoint: TestedEndpoint,
): Record<string, string> {
	const { ifMatch = endpoint.ifMatch === "required" ? 1 : null } = options;
	return {
		"content-type": "application/json",
		...(key !== null && { authorization: `Api-Key ${key}` }),
		...(idempotencyKey !== null && { "x-idempotency-key": idempotencyKey }),
		...(ifMatch !== null && { "if-match": `"${ifMatch}"` }),
		...headers,
	};
}

function toAnswer({
	statusCode = 0,
	headers = {},
	body = "",
}: APIGatewayProxyStructuredResultV2): ReadAnswer {
	return {
		status: statusCode,
		headers: headers as Record<string, string>,
		body: JSON.parse(body),
		text: body,
	};
}

/** As the gateway does, which joins a parameter's values with commas. */
function toParameters(query: string): Record<string, string> {
	const sent = new URLSearchParams(query);
	return Object.fromEntries(
		[...sent.keys()].map((name) => [name, sent.getAll(name).join(",")]),
	);
}
