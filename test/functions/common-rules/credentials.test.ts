import { describe, expect, it } from "vitest";
import { permissions } from "../../../shared/organizations/organization.ts";
import { acme } from "../../support/acme.ts";
import {
	everyEndpoint,
	everyEndpointAdditions,
	type TestedEndpoint,
	toExpected,
} from "../../support/every-endpoint.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useSharedWorld } from "../../support/use-world.ts";
import { type SendOptions, testKey } from "../../support/world.ts";

const world = useSharedWorld(file);

const apiKey = (key: string, properties: object = {}) => ({
	key,
	name: "ERP",
	userId: "u-admin",
	permissions: [...permissions],
	...properties,
});

function file() {
	const { users, apiKeys } = acme(everyEndpointAdditions);
	return acme({
		...everyEndpointAdditions,
		users: [
			...users,
			{ id: "u-gone", name: "Gone", role: "ADMIN", active: false },
		],
		apiKeys: [
			...apiKeys,
			apiKey("revoked-key", { revoked: true }),
			apiKey("expired-key", { expiresAt: "2026-11-21T10:00:00Z" }),
			apiKey("gone-key", { userId: "u-gone" }),
			...everyEndpoint.map((endpoint) =>
				apiKey(withoutPermissions(endpoint), {
					permissions: permissions.filter(
						(one) => !endpoint.permissions.includes(one),
					),
				}),
			),
			...permissions.map((one) =>
				apiKey(`key-for-${one}`, { permissions: [one] }),
			),
		],
	});
}

/** The key that has all permissions but the endpoint's. */
const withoutPermissions = ({ method, path }: TestedEndpoint) =>
	`key-without-${method}-${path}`;

const send = (
	{ method, path, pathId, body }: TestedEndpoint,
	options?: SendOptions,
) => world.send(method, pathId?.toUrl("no-such-id") ?? path, body, options);

const refusedAs = (status: number, code: string, message = /./) => ({
	status,
	headers: {
		"content-type": "application/json",
		"x-request-id": "request-1",
	},
	body: { ok: false, error: { code, message: expect.stringMatching(message) } },
});

describe.each(everyEndpoint)("$method $path", (endpoint) => {
	it.each<[string, SendOptions]>([
		["no header", { key: null }],
		["an empty header", { key: null, headers: { authorization: "" } }],
		["no key", { key: null, headers: { authorization: "Api-Key " } }],
		[
			"another scheme",
			{ key: null, headers: { authorization: `Bearer ${testKey}` } },
		],
	])("7.1 MISSING_CREDENTIALS: %s", async (_, options) => {
		expect(await send(endpoint, options)).toEqual(
			refusedAs(401, "MISSING_CREDENTIALS"),
		);
	});

	it.each(["no-such-key", "revoked-key", "expired-key"])(
		"7.1 INVALID_API_KEY: %s",
		async (key) => {
			expect(await send(endpoint, { key })).toEqual(
				refusedAs(401, "INVALID_API_KEY"),
			);
		},
	);

	const { permissions: sufficient, inactiveUserCode } = endpoint;
	const needsOne = sufficient.length > 0;

	if (needsOne)
		it("7.1 INSUFFICIENT_PERMISSIONS: a key with all other permissions, and nothing is written", async () => {
			const before = await tableContents(world);
			const key = withoutPermissions(endpoint);
			const missing = new RegExp(` ${sufficient.join(" or ")}: `);
			expect(await send(endpoint, { key })).toEqual(
				refusedAs(403, "INSUFFICIENT_PERMISSIONS", missing),
			);
			expect(await tableContents(world)).toEqual(before);
		});

	if (inactiveUserCode)
		it("conventions: a key of an inactive user is refused, and nothing is written", async () => {
			const before = await tableContents(world);
			expect(await send(endpoint, { key: "gone-key" })).toEqual(
				refusedAs(403, inactiveUserCode, /active user|admins/),
			);
			expect(await tableContents(world)).toEqual(before);
		});

	it.each(endpoint.permissions)(
		"5: a key with the permission %s alone is enough",
		async (permission) => {
			const key = `key-for-${permission}`;
			const { status, body, headers } = await send(endpoint, { key });
			expect({ status, code: body.error?.code }).toEqual(toExpected(endpoint));
			expect(headers["x-request-id"]).toBe("request-1");
		},
	);

	it("conventions: credentials and permissions come before the idempotency key and the body", async () => {
		const { method, path, pathId } = endpoint;
		const url = pathId?.toUrl("no-such-id") ?? path;
		const answersTo = async (key: string) =>
			world.send(method, url, "{", { key, idempotencyKey: "" });
		expect(await answersTo("no-such-key")).toEqual(
			refusedAs(401, "INVALID_API_KEY"),
		);
		if (!needsOne) return;
		expect(await answersTo(withoutPermissions(endpoint))).toEqual(
			refusedAs(403, "INSUFFICIENT_PERMISSIONS"),
		);
	});
});
