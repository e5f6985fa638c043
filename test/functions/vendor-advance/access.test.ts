import { describe, expect, it } from "vitest";
import {
	type Permission,
	roles,
} from "../../../shared/organizations/organization.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	acmeWithAdvances,
	plainAdvance,
	raise,
	raisedAdvances,
} from "./advances.ts";

const world = useWorld(() =>
	acmeWithAdvances({
		users: roles.flatMap((role) => [
			{ id: `u-${role}`, name: role, role },
			{ id: `off-${role}`, name: role, role, active: false },
		]),
		procurementPolicy: { payers: ["u-MEMBER"] },
		apiKeys: [
			...roles.flatMap((role) => [
				apiKey(`u-${role}`, ["payments:request"]),
				apiKey(`off-${role}`, ["payments:request"]),
			]),
			apiKey("u-ADMIN", ["payments:mark-paid"], "no-permission"),
			apiKey("u-MEMBER", ["procurement:write"], "no-role-either"),
		],
	}),
);

/** Log lines have the user's id, and never the key. */
const keyOf = (userId: string) => `secret of ${userId}`;

const apiKey = (
	userId: string,
	permissions: Permission[],
	key = keyOf(userId),
) => ({
	key,
	name: key,
	userId,
	permissions,
});

const failed = (code: string) => ({ body: { ok: false, error: { code } } });

describe("200", () => {
	it.each(["u-ADMIN", "u-BOOKKEEPER"])(
		"4.3 rule 10: %s may",
		async (userId) => {
			const key = keyOf(userId);
			expect((await raise(world, plainAdvance, { key })).status).toBe(200);
		},
	);

	it("5 x-idempotency-key: optional for a vendor advance", async () => {
		const options = { key: keyOf("u-ADMIN"), idempotencyKey: null };
		expect((await raise(world, plainAdvance, options)).status).toBe(200);
		expect((await raise(world, plainAdvance, options)).status).toBe(200);
	});
});

describe("401", () => {
	it("7.1: MISSING_CREDENTIALS", async () => {
		const answer = await raise(world, plainAdvance, { key: null });
		expect(answer).toMatchObject({
			status: 401,
			...failed("MISSING_CREDENTIALS"),
		});
	});

	it("7.1: INVALID_API_KEY", async () => {
		const answer = await raise(world, plainAdvance, { key: "unknown" });
		expect(answer).toMatchObject({ status: 401, ...failed("INVALID_API_KEY") });
	});
});

describe("403", () => {
	it.each(["no-permission", "no-role-either"])(
		"7.1: INSUFFICIENT_PERMISSIONS comes before ACCESS_DENIED (%s)",
		async (key) => {
			expect(await raise(world, plainAdvance, { key })).toMatchObject({
				status: 403,
				...failed("INSUFFICIENT_PERMISSIONS"),
			});
		},
	);

	it.each(["u-MEMBER", "off-ADMIN", "off-BOOKKEEPER", "off-MEMBER"])(
		"4.3 rule 10, 7.3 ACCESS_DENIED: user not an active admin or bookkeeper (%s)",
		async (userId) => {
			const key = keyOf(userId);
			expect(await raise(world, plainAdvance, { key })).toMatchObject({
				status: 403,
				...failed("ACCESS_DENIED"),
			});
		},
	);

	it("4.3 rule 10, 7.3 ACCESS_DENIED: vendor advances not enabled", async () => {
		const { org } = acmeWithAdvances();
		const features = { vendorAdvances: false };
		await world.import(acmeWithAdvances({ org: { ...org, features } }));
		expect(await raise(world, plainAdvance)).toMatchObject({
			status: 403,
			...failed("ACCESS_DENIED"),
		});
	});

	it("advances: comes before the idempotency key is looked at, and claims none", async () => {
		const idempotencyKey = "";
		expect(
			await raise(world, plainAdvance, {
				key: keyOf("u-MEMBER"),
				idempotencyKey,
			}),
		).toMatchObject({ status: 403 });
		const sent = { idempotencyKey: "k" };
		await raise(world, plainAdvance, { key: keyOf("u-MEMBER"), ...sent });
		const answer = await raise(world, plainAdvance, {
			key: keyOf("u-ADMIN"),
			...sent,
		});
		expect(answer.status).toBe(200);
	});
});

describe("x-idempotency-key", () => {
	const send = (idempotencyKey: string, body: unknown = plainAdvance) =>
		raise(world, body, { key: keyOf("u-ADMIN"), idempotencyKey });

	it("4.3 rule 9, 5 rule 1, 7.3 409: a duplicate key within 5 minutes gets {error} and raises nothing", async () => {
		expect((await send("k")).status).toBe(200);
		const before = await tableContents(world);
		const answer = await send("k");
		expect(answer.status).toBe(409);
		expect(answer.body).toEqual({ error: expect.any(String) });
		expect(await tableContents(world)).toEqual(before);
	});

	it("5 rule 1, 8 idempotency window: after 5 minutes the key is free again", async () => {
		await send("k");
		passSeconds(world, 300);
		expect((await send("k")).status).toBe(200);
	});

	it("advances: a refused advance has used up its key", async () => {
		expect((await send("k", {})).status).toBe(400);
		expect((await send("k")).status).toBe(409);
	});

	it.each([
		["empty", ""],
		["longer than 256 bytes", "é".repeat(129)],
		["with a control character", "a\tb"],
	])(
		"5 rule 2, 7.3 400: a key that is %s is refused with {error}",
		async (_, key) => {
			const answer = await send(key);
			expect(answer.status).toBe(400);
			expect(answer.body).toEqual({ error: expect.any(String) });
		},
	);

	it("5: of 16 parallel requests with one key one raises an advance", async () => {
		const answers = await Promise.all(
			Array.from({ length: 16 }, () => send("k")),
		);
		const statuses = answers.map(({ status }) => status).sort();
		expect(statuses).toEqual([200, ...Array(15).fill(409)]);
		expect(await raisedAdvances(world)).toHaveLength(1);
	});
});

describe("6. No caller reaches another organization", () => {
	it("4.3 rule 5: an order, vendor, tax or tag of another organization is not there", async () => {
		const { org, ...rest } = acmeWithAdvances({
			apiKeys: [apiKey("u-admin", ["payments:request"], "globex-key")],
		});
		await world.import({
			...rest,
			org: { ...org, id: "globex" },
			vendors: [{ id: "v-own", name: "Own" }],
			gstTaxes: [],
			tags: [],
			purchaseOrders: [],
			advances: [],
		});
		const foreign: [object, string][] = [
			[
				{ vendorId: "v-1" },
				"Vendor not found: GET /v1.0/vendor lists the vendors",
			],
			[
				{ gstId: 1, gstAmount: 180 },
				"gstId 1 is not a tax of the organization: GET /v1.0/tax/gst lists them",
			],
			[{ tags: { project: { value: "x" } } }, "not a tag of the organization"],
			[{ purchaseOrderLinkId: "po-1" }, "Purchase order not found"],
		];
		for (const [wanted, message] of foreign) {
			const body = { amount: 1000, vendorId: "v-own", ...wanted };
			const answer = await raise(world, body, { key: "globex-key" });
			expect(answer.body.error.message).toContain(message);
		}
	});
});
