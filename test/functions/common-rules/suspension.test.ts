import { beforeAll, describe, expect, it } from "vitest";
import {
	type Permission,
	permissions,
} from "../../../shared/organizations/organization.ts";
import {
	holdStage,
	releaseStage,
} from "../../../tools/operator/organizations/hold-stage.ts";
import {
	resumeOrganization,
	suspendOrganization,
} from "../../../tools/operator/organizations/suspend-organization.ts";
import { acme } from "../../support/acme.ts";
import {
	everyEndpoint,
	everyEndpointAdditions,
	type TestedEndpoint,
	toExpected,
} from "../../support/every-endpoint.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useSharedWorld } from "../../support/use-world.ts";
import { type SendOptions, testKey } from "../../support/world.ts";

const apiKey = (
	key: string,
	userId: string,
	granted: readonly Permission[] = permissions,
) => ({ key, name: "ERP", userId, permissions: [...granted] });

const world = useSharedWorld(() => {
	const { users, apiKeys } = acme(everyEndpointAdditions);
	return acme({
		...everyEndpointAdditions,
		users: [
			...users,
			{ id: "u-gone", name: "Gone", role: "ADMIN", active: false },
		],
		apiKeys: [
			...apiKeys,
			apiKey("gone-key", "u-gone"),
			apiKey("bare-key", "u-admin", []),
		],
	});
});

const suspend = () =>
	suspendOrganization(world.table, {
		organizationId: "acme",
		keepsBatches: false,
		isServed: false,
		clock: () => world.time.now,
	});

beforeAll(suspend);

const send = (
	{ method, path, pathId, body }: TestedEndpoint,
	options: SendOptions = {},
	sent: unknown = body,
) => world.send(method, pathId?.toUrl("no-such-id") ?? path, sent, options);

const refused = {
	status: 403,
	headers: {
		"content-type": "application/json",
		"x-request-id": "request-1",
	},
	body: {
		ok: false,
		error: {
			code: "ACCESS_DENIED",
			message: "The organization is suspended: its operator has to resume it",
		},
	},
};

describe.each(everyEndpoint)("$method $path", (endpoint) => {
	it.each([testKey, "gone-key", "bare-key"])(
		"organizations: %s of a suspended organization is refused before all other checks, and nothing is written",
		async (key) => {
			const before = await tableContents(world);
			expect(await send(endpoint, { key })).toMatchObject(refused);
			expect(
				await send(endpoint, { key, idempotencyKey: "" }, "{"),
			).toMatchObject(refused);
			expect(await tableContents(world)).toEqual(before);
		},
	);

	it("organizations: an invalid key stays a 401", async () => {
		expect(await send(endpoint, { key: "no-such-key" })).toMatchObject({
			status: 401,
		});
	});
});

describe("organizations: a suspension", () => {
	const path = "/v1.0/tag";
	const status = async (key = testKey) =>
		(await world.get(path, "", { key })).status;

	it("takes effect after 5 seconds, ends after 5 seconds, and costs no request an additional call", async () => {
		const statusAfterCache = async () => {
			passSeconds(world, 5);
			const { calls, answer } = await meterCalls(world, () => status());
			return { calls, answer };
		};
		// The API key, then organization and user.
		expect(await statusAfterCache()).toEqual({ calls: 2, answer: 403 });
		await resumeOrganization(world.table, "acme");
		expect(await status()).toBe(403);
		// And the list: its query, then its tags.
		expect(await statusAfterCache()).toEqual({ calls: 4, answer: 200 });
		await suspend();
		expect(await status()).toBe(200);
		expect(await statusAfterCache()).toEqual({ calls: 2, answer: 403 });
	});

	it("is not ended by an import, and concerns no other organization", async () => {
		const other = acme({ apiKeys: [apiKey("other-key", "u-admin")] });
		other.org.id = "acme-2";
		await world.import(other);
		await world.import(acme({ org: { id: "acme", name: "Renamed" } }));
		passSeconds(world, 5);
		expect(await status()).toBe(403);
		expect(await status("other-key")).toBe(200);
	});
});

it.each(everyEndpoint)(
	"organizations: $method $path is served again after resume",
	async (endpoint) => {
		await resumeOrganization(world.table, "acme");
		passSeconds(world, 5);
		const { status, body } = await send(endpoint);
		expect({ status, code: body.error?.code }).toEqual(toExpected(endpoint));
	},
);

describe("contract 5: suspend --all", () => {
	it.each(everyEndpoint)(
		"$method $path is refused in every organization, until resume --all",
		async (endpoint) => {
			await holdStage(world.table, world.time.now.toISOString());
			passSeconds(world, 5);
			const before = await tableContents(world);
			for (const key of [testKey, "other-key"])
				expect(await send(endpoint, { key })).toMatchObject(refused);
			expect(await tableContents(world)).toEqual(before);
			await releaseStage(world.table, world.time.now.toISOString());
			passSeconds(world, 5);
			const { status } = await send(endpoint, { key: "bare-key" });
			expect(status).not.toBe(401);
		},
	);

	it("takes effect within 5 seconds without an additional call for any request; resume --all leaves an organization suspended that was suspended by itself", async () => {
		const status = async (key: string) =>
			(await world.get("/v1.0/tag", "", { key })).status;
		await resumeOrganization(world.table, "acme");
		passSeconds(world, 5);
		expect(await status(testKey)).toBe(200);
		await holdStage(world.table, world.time.now.toISOString());
		expect(await status(testKey)).toBe(200);
		passSeconds(world, 5);
		expect(await meterCalls(world, () => status(testKey))).toMatchObject({
			calls: 2,
			answer: 403,
		});
		await suspend();
		await releaseStage(world.table, world.time.now.toISOString());
		passSeconds(world, 5);
		expect(await status(testKey)).toBe(403);
		expect(await status("other-key")).toBe(200);
	});
});
