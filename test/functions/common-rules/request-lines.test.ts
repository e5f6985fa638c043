import { describe, expect, it } from "vitest";
import { functionLogKeys } from "../../../shared/logging/log-keys.ts";
import { acme } from "../../support/acme.ts";
import { failBefore } from "../../support/aws-gateway/faults/effects.ts";
import {
	everyEndpoint,
	everyEndpointAdditions,
	type TestedEndpoint,
	toExpected,
} from "../../support/every-endpoint.ts";
import { logged } from "../../support/logged.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	type Answer,
	type SendOptions,
	serviceAccessKeyId,
	testKey,
} from "../../support/world.ts";

const world = useWorld(() => {
	const { apiKeys } = acme();
	const weak = { key: "weak-secret", name: "Weak", userId: "u-admin" };
	return acme({
		...everyEndpointAdditions,
		apiKeys: [...apiKeys, { ...weak, permissions: [] }],
	});
});

/** What a caller writes wherever a caller can write. No log line may have it. */
const canary = "canary";

const toSend = (
	{ method, path, pathId, body }: TestedEndpoint,
	{ query = "", sent = body as unknown } = {},
	options: SendOptions = {},
) =>
	world.send(
		method,
		`${pathId?.toUrl(`no-such-${canary}`) ?? path}?${query}`,
		sent,
		{
			idempotencyKey: `key-${canary}`,
			headers: { "x-note": canary },
			...options,
		},
	);

interface Kind {
	send: (endpoint: TestedEndpoint) => Promise<Answer>;
	status: number;
	/** Is the caller known by then? */
	isKnown: boolean;
}

const kinds: Record<string, Kind> = {
	"401, without a key": {
		send: (endpoint) => toSend(endpoint, {}, { key: null }),
		status: 401,
		isKnown: false,
	},
	"401, with an unknown key": {
		send: (endpoint) => toSend(endpoint, {}, { key: `secret-${canary}` }),
		status: 401,
		isKnown: false,
	},
	"403": {
		send: (endpoint) => toSend(endpoint, {}, { key: "weak-secret" }),
		status: 403,
		isKnown: true,
	},
	"500": {
		send: (endpoint) => {
			world.addFault({ effect: failBefore() });
			return toSend(endpoint);
		},
		status: 500,
		isKnown: false,
	},
};

const { line, environment, request } = functionLogKeys;
const keys = new Set<string>([
	...[...line, ...environment, ...request],
	...["batch", "chunks"],
]);

/** The line of the last answer: the only one of its request. */
function lineOf({ status, body }: Answer) {
	const [line, ...more] = logged(world, "Request");
	expect(more).toEqual([]);
	expect(Object.keys(line).filter((key) => !keys.has(key))).toEqual([]);
	expect(line).toMatchObject({
		level: status >= 500 ? "ERROR" : "INFO",
		service: "procurement-payments",
		function_request_id: "request-1",
		requestId: "request-1",
		operation: expect.any(String),
		status,
		ms: expect.any(Number),
		awsCalls: expect.any(Number),
	});
	expect(line.code).toBe(body.error?.code);
	for (const secret of [canary, testKey, "weak-secret"]) {
		expect(world.logLines.join()).not.toContain(secret);
	}
	return line;
}

const lists = new Set([
	"/v1.0/procurement/purchase-order",
	"/v1.0/inventory/skus",
	"/v1.0/vendor",
	"/v1.0/invoice",
	"/v1.0/payment/request",
	"/v1.0/payment/mark-as-paid",
	"/v1.0/payment/mark-as-paid/{bulkActionSlug}",
	"/v1.0/organization/users",
	"/v1.0/tag",
]);

describe.each(everyEndpoint)("$method $path", (endpoint) => {
	it("writes one line for a request without errors", async () => {
		world.gateway.meter.reset();
		const answer = await toSend(endpoint);
		expect(answer.status).toBe(toExpected(endpoint).status);
		const line = lineOf(answer);
		expect(line).toMatchObject({
			organization: "acme",
			user: "u-admin",
			apiKey: expect.stringMatching(/^key_/),
		});
		expect(line.awsCalls).toBe(
			world.gateway.meter.read(serviceAccessKeyId).calls,
		);
		if (endpoint.method === "GET") expect(line.attempt).toBeUndefined();
		else expect(line.attempt).toMatch(/^[0-9A-Z]{26}$/);
	});

	const needsNone = endpoint.permissions.length === 0;
	const possible = Object.keys(kinds).filter(
		(name) => name !== "403" || !needsNone,
	);

	it.each(possible)("writes one line for a %s", async (name) => {
		const { send, status, isKnown } = kinds[name] as Kind;
		const answer = await send(endpoint);
		expect(answer.status).toBe(status);
		const line = lineOf(answer);
		expect(line.organization).toBe(isKnown ? "acme" : undefined);
		expect(line.user).toBe(isKnown ? "u-admin" : undefined);
	});
});

describe.each(everyEndpoint.filter(hasInput))("$method $path", (endpoint) => {
	it("writes one line for a 400", async () => {
		const answer = await toSend(endpoint, {
			query: `limit=${canary}`,
			...(endpoint.body && { sent: `{"note":"${canary}` }),
		});
		expect(answer.status).toBe(400);
		expect(lineOf(answer).organization).toBe("acme");
	});
});

/** A body that is judged before the record is looked up, or the query of a list. The GET of one record ignores its query. */
function hasInput({ name, body, path }: TestedEndpoint): boolean {
	return (body !== undefined && name !== "stop-batch") || lists.has(path);
}
