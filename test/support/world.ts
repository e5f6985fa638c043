import { randomUUID } from "node:crypto";
import { Logger } from "@aws-lambda-powertools/logger";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { inject } from "vitest";
import { batchStatusEndpoint } from "../../functions/batch-status/endpoint.ts";
import { bulkSkusEndpoint } from "../../functions/bulk-skus/endpoint.ts";
import {
	createDependencies,
	type Dependencies,
} from "../../functions/dependencies.ts";
import { markAsPaidEndpoint } from "../../functions/mark-as-paid/endpoint.ts";
import { purchaseOrderEndpoint } from "../../functions/purchase-order/endpoint.ts";
import { readRecordsRoutes } from "../../functions/read-records/endpoint.ts";
import { vendorAdvanceEndpoint } from "../../functions/vendor-advance/endpoint.ts";
import {
	type AwsGateway,
	startAwsGateway,
} from "../../local/aws-gateway/gateway.ts";
import { findRouteIn } from "../../local/http-front/routes.ts";
import { importOrganization } from "../../organization-files/import-organization.ts";
import type { OrganizationFile } from "../../organization-files/schema.ts";
import type { SendChunks } from "../../shared/queue/chunk-queue.ts";
import { newUlid } from "../../shared/runtime/ids.ts";
import { connectTable, type Table } from "../../shared/store/dynamodb/table.ts";
import { toApiEvent } from "./api-event.ts";
import { createTable } from "./create-table.ts";
import { createFakeQueue, type FakeQueue } from "./fake-queue.ts";

/** Everything that a request passes through, from the function's handler to the engine, for one test. */
export interface World extends AsyncDisposable {
	gateway: AwsGateway;
	table: Table;
	dependencies: Dependencies;
	/** Where the messages of batches end up. */
	queue: FakeQueue;
	/** Another connection to the same table: meter and faults tell its calls by its access key id. */
	connect(accessKeyId: string): Table;
	/** The fixed clock; tests move it on. */
	time: { now: Date };
	/** Sends a body to an endpoint; a text goes as it is. */
	post(path: string, body: unknown, options?: SendOptions): Promise<Answer>;
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
	import(file: OrganizationFile): Promise<void>;
}

export interface SendOptions {
	/** The API key; null sends none. */
	key?: string | null;
	/** A fresh one when absent; null sends none. */
	idempotencyKey?: string | null;
	headers?: Record<string, string>;
	/** Answers in place of the world's own, long-running one. */
	process?: { table: Table; send: SendChunks };
}

export interface Answer {
	status: number;
	headers: Record<string, string>;
	// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
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

export async function openWorld(): Promise<World> {
	const gateway = await startAwsGateway({ dynamodbUrl: inject("dynamodbUrl") });
	const name = `test-${randomUUID()}`;
	const connect = (accessKeyId: string) =>
		connectTable({
			name,
			endpoint: gateway.url,
			region: "ap-south-1",
			credentials: { accessKeyId, secretAccessKey: "test" },
		});
	const table = connect("test");
	await createTable(table);
	const time = { now: testNow };
	const runtime = {
		clock: () => time.now,
		newId: newUlid,
		logger: new Logger({ logLevel: "SILENT" }),
	};
	const dependencies = createDependencies(connect(serviceAccessKeyId), runtime);
	const queue = createFakeQueue();
	const handlers = toHandlers(dependencies, queue.send);
	const getBatchStatus = batchStatusEndpoint(dependencies);
	const readRoutes = readRecordsRoutes(dependencies);
	const findReadRoute = findRouteIn(
		Object.keys(readRoutes).map((routeKey) => ({ routeKey, functionArn: "" })),
	);

	return {
		gateway,
		table,
		dependencies,
		queue,
		connect,
		time,
		import: (file) => importOrganization(table, file, time.now),
		async post(path, body, options = {}) {
			const { process } = options;
			const { [path]: handler } = process
				? toHandlers(createDependencies(process.table, runtime), process.send)
				: handlers;
			if (!handler) throw new Error(`No endpoint at ${path}`);
			const event = toApiEvent({
				method: "POST",
				path,
				headers: toHeaders(options),
				body: typeof body === "string" ? body : JSON.stringify(body),
			});
			// Middleware adds to the event what the type already promises.
			const response = await handler(event as never, lambdaContext);
			return toAnswer(response as APIGatewayProxyStructuredResultV2);
		},
		async get(path, query = "", options = {}) {
			const route = findReadRoute("GET", path);
			const handler = route && readRoutes[route.routeKey];
			if (!handler) throw new Error(`No endpoint at ${path}`);
			const event = toApiEvent({
				method: "GET",
				path,
				headers: toHeaders(options),
				routeKey: route.routeKey,
				pathParameters: route.pathParameters,
				rawQueryString:
					typeof query === "string"
						? query
						: new URLSearchParams(query).toString(),
			});
			// Middleware adds to the event what the type already promises.
			const response = await handler(event as never, lambdaContext);
			return toAnswer(response as APIGatewayProxyStructuredResultV2);
		},
		async getBatch(bulkActionSlug, query = "", options = {}) {
			const event = toApiEvent({
				method: "GET",
				path: `/v1.0/payment/mark-as-paid/${bulkActionSlug}`,
				headers: toHeaders(options),
				pathParameters: { bulkActionSlug },
				...(query && { queryStringParameters: toParameters(query) }),
			});
			// Middleware adds to the event what the type already promises.
			const response = await getBatchStatus(event as never, lambdaContext);
			return toAnswer(response as APIGatewayProxyStructuredResultV2);
		},
		async [Symbol.asyncDispose]() {
			await gateway.stop();
		},
	};
}

function toHandlers(
	dependencies: Dependencies,
	sendChunks: SendChunks,
): Record<string, ReturnType<typeof bulkSkusEndpoint>> {
	return {
		"/v1.0/inventory/skus/bulk": bulkSkusEndpoint(dependencies),
		"/v1.0/payment/mark-as-paid": markAsPaidEndpoint(dependencies, sendChunks),
		"/v1.0/payment/request/vendor-advance": vendorAdvanceEndpoint(dependencies),
		"/v1.0/procurement/purchase-order": purchaseOrderEndpoint(dependencies),
	};
}

const lambdaContext = {
	awsRequestId: "request-1",
	getRemainingTimeInMillis: () => 29_000,
} as Context;

function toHeaders({
	key = testKey,
	idempotencyKey = randomUUID(),
	headers,
}: SendOptions): Record<string, string> {
	return {
		"content-type": "application/json",
		...(key !== null && { authorization: `Api-Key ${key}` }),
		...(idempotencyKey !== null && { "x-idempotency-key": idempotencyKey }),
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
