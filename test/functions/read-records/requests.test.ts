import { beforeAll, describe, expect, it } from "vitest";
import { readRecordsRoutes } from "../../../functions/read-records/endpoint.ts";
import { apiFunctions, routesOf } from "../../../lib/api-functions.ts";
import {
	type Permission,
	permissions,
} from "../../../shared/organizations/organization.ts";
import { useSharedWorld } from "../../support/use-world.ts";
import {
	acmeWithRecords,
	invalid,
	lists,
	otherOrganization,
	records,
	refused,
} from "./records.ts";

const world = useSharedWorld();
beforeAll(async () => {
	const file = acmeWithRecords();
	await world.import({
		...file,
		users: [
			...file.users,
			{ id: "u-member", name: "Member", role: "MEMBER" },
			{ id: "u-gone", name: "Gone", role: "ADMIN", active: false },
		],
		apiKeys: [
			...file.apiKeys,
			...permissions.map((permission) =>
				key(`only ${permission}`, [permission]),
			),
			...[...new Set(reads.map(([, sufficient]) => `${sufficient}`))].map(
				(sufficient) =>
					key(
						`all but ${sufficient}`,
						permissions.filter(
							(other) => !sufficient.split(",").includes(other),
						),
					),
			),
			{ ...key("of a member", permissions), userId: "u-member" },
			{ ...key("of a user gone", permissions), userId: "u-gone" },
			{ ...key("revoked", permissions), revoked: true },
		],
	});
	await world.import(otherOrganization());
});

const key = (secret: string, granted: readonly Permission[]) => ({
	key: secret,
	name: secret,
	userId: "u-admin",
	permissions: [...granted],
});

/** Every GET: a path that is answered 200, and the permission that it takes. */
const reads: (readonly [
	path: string,
	permission: Permission | readonly Permission[],
])[] = [
	...lists,
	...records.map(
		([path, id, , permission]) => [`${path}${id}`, permission] as const,
	),
	["/v1.0/organization", "organization:read"],
];

it("R1: the function serves only the routes that point to it", () => {
	const [endpoint] = apiFunctions.filter(({ name }) => name === "read-records");
	const leading = endpoint ? routesOf(endpoint) : [];
	expect(readRecordsRoutes.map(({ routeKey }) => routeKey).sort()).toEqual(
		leading.map(({ method, path }) => `${method} ${path}`).sort(),
	);
	// These have tests of their own: the key is read without a permission, and no file has a run or an event.
	const others = leading.filter(
		({ path }) =>
			!["/v1.0/key", "/v1.0/event"].includes(path) && !path.includes("{runId}"),
	);
	expect(others).toHaveLength(reads.length);
});

describe.each(reads)("GET %s", (path, permission) => {
	it("R1: 401 without credentials, or with a key that is not valid", async () => {
		expect(await world.get(path, "", { key: null })).toMatchObject(
			refused(401, "MISSING_CREDENTIALS"),
		);
		for (const invalidKey of ["unknown", "revoked"])
			expect(await world.get(path, "", { key: invalidKey })).toMatchObject(
				refused(401, "INVALID_API_KEY"),
			);
	});

	it("R1: takes its own permission, which no other implies", async () => {
		for (const sufficient of [permission].flat())
			expect(
				await world.get(path, "", { key: `only ${sufficient}` }),
			).toMatchObject({ status: 200, body: { ok: true } });
		expect(
			await world.get(path, "", { key: `all but ${permission}` }),
		).toMatchObject(refused(403, "INSUFFICIENT_PERMISSIONS"));
	});

	it("R1: any role may read, an inactive user may not", async () => {
		expect((await world.get(path, "", { key: "of a member" })).status).toBe(
			200,
		);
		expect(await world.get(path, "", { key: "of a user gone" })).toMatchObject(
			refused(403, "INSUFFICIENT_PERMISSIONS"),
		);
	});

	it("R1: ignores an idempotency key, even an invalid one", async () => {
		expect((await world.get(path, "", { idempotencyKey: "" })).status).toBe(
			200,
		);
		const again = { idempotencyKey: "the same" };
		expect((await world.get(path, "", again)).status).toBe(200);
		expect((await world.get(path, "", again)).status).toBe(200);
	});
});

describe.each(lists)("GET %s", (path, permission) => {
	it("R1: credentials and permission are checked before the query", async () => {
		const query = "limit=0";
		expect(await world.get(path, query, { key: null })).toMatchObject(
			refused(401, "MISSING_CREDENTIALS"),
		);
		expect(
			await world.get(path, query, { key: `all but ${permission}` }),
		).toMatchObject(refused(403, "INSUFFICIENT_PERMISSIONS"));
		expect(await world.get(path, query)).toMatchObject(
			invalid("/limit must be an integer from 1 to 100"),
		);
	});
});

it("R1: the query is checked before the record that the list belongs to", async () => {
	const path = "/v1.0/invoice/no-such/payments";
	expect(await world.get(path, "limit=x")).toMatchObject(
		invalid("/limit must be an integer from 1 to 100"),
	);
	expect(await world.get(path, "cursor=x")).toMatchObject(
		refused(400, "VALIDATION_ERROR"),
	);
	expect(await world.get(path)).toMatchObject(
		refused(404, "INVOICE_NOT_FOUND"),
	);
});

describe.each(records)("GET %s{id}", (path, id, notFound) => {
	it.each([
		"no-such",
		"bulk",
		"vendor-advance",
		"x".repeat(3_000),
		"😀".repeat(300),
		"__proto__",
		"constructor",
		"~Lw",
		"%00",
		"%20",
		"a%252Fb",
		"%23",
		"null",
	])("R1: 404 for an id that does not exist: $0", async (unknown) => {
		expect(await world.get(`${path}${unknown}`)).toMatchObject(
			refused(404, notFound),
		);
	});

	it("R1: does not look for an id that no key can hold", async () => {
		await world.get(`${path}${id}`);
		world.gateway.meter.reset();
		expect(await world.get(`${path}${"x".repeat(1_025)}`)).toMatchObject(
			refused(404, notFound),
		);
		expect(world.gateway.meter.read().calls).toBe(0);
	});

	it("R1: 404 for the record of another organization, with exactly the answer for a missing record", async () => {
		const options = { key: "other-key" };
		const foreign = await world.get(`${path}${id}`, "", options);
		expect(foreign).toMatchObject(refused(404, notFound));
		expect(foreign).toEqual(await world.get(`${path}no-such`, "", options));
	});

	it("R1: ignores a query", async () => {
		for (const query of ["limit=0", "nonsense&&=%FF", "cursor=x&cursor=x"])
			expect((await world.get(`${path}${id}`, query)).status).toBe(200);
	});
});

it("R1: 404 for the payments of another organization's invoice", async () => {
	expect(
		await world.get("/v1.0/invoice/inv-1/payments", "", { key: "other-key" }),
	).toMatchObject(refused(404, "INVOICE_NOT_FOUND"));
	expect(
		await world.get("/v1.0/payment/request/adv-1/history", "", {
			key: "other-key",
		}),
	).toMatchObject(refused(404, "PAYMENT_REQUEST_NOT_FOUND"));
});

it.each(lists.filter(([path]) => !/inv-1|adv-1/.test(path)))(
	"R1: the list %s has nothing of another organization",
	async (path) => {
		const { body } = await world.get(path, "", { key: "other-key" });
		// The other organization has a user of its own.
		const own = { id: "u-admin", name: "Other admin", active: true };
		expect(body.data).toEqual({
			items: path.endsWith("/users") ? [own] : [],
			nextCursor: null,
		});
	},
);

it.each([
	["/v1.0/procurement/purchase-order", "poNumber=PO-0001"],
	["/v1.0/procurement/purchase-order", "vendorId=v-1"],
	["/v1.0/inventory/skus", "itemCode=ROD-1"],
	["/v1.0/inventory/skus", "name=Steel+rod"],
	["/v1.0/invoice", "vendorId=v-1"],
	["/v1.0/invoice", "vendorId=v-1&invoiceNumber=A-1"],
	["/v1.0/payment/request", "vendorId=v-1"],
])("R1: %s?%s finds nothing of another organization", async (path, query) => {
	expect(
		(await world.get(path, query, { key: "other-key" })).body.data,
	).toEqual({ items: [], nextCursor: null });
});
