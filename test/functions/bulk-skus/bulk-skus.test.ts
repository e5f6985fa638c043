import { describe, expect, it } from "vitest";
import { toExactJson } from "../../../shared/json/exact-json.ts";
import { acme } from "../../support/acme.ts";
import { exportOrganization } from "../../support/export-organization.ts";
import { rivals } from "../../support/rivals.ts";
import {
	absentDetails,
	completeSku,
	findSkuByCode,
	findSkuByName,
} from "../../support/skus.ts";
import { useWorld } from "../../support/use-world.ts";
import { admin, byAdmin } from "../../tools/operator/exported.ts";
import { refusals } from "./refusals.ts";

const path = "/v1.0/inventory/skus/bulk";

const world = useWorld(acme);

const create = (skus: unknown) => world.post(path, { skus });

describe("200", () => {
	it("4.1: creates a SKU and returns it with null for each property that was not sent", async () => {
		const { status, body } = await create([{ name: "Steel rod" }]);
		expect(status).toBe(200);
		expect(body).toEqual({
			ok: true,
			data: {
				total: 1,
				successCount: 1,
				failureCount: 0,
				created: [{ name: "Steel rod", ...absentDetails }],
				failed: [],
			},
		});
		expect(await findSkuByName(world, "steel ROD")).toMatchObject({
			name: "Steel rod",
			itemCode: null,
		});
	});

	it("2.1: keeps everything that was sent, the rate as an exact decimal", async () => {
		const { body } = await create([completeSku]);
		expect(body.data.created).toEqual([completeSku]);
		const stored = {
			...completeSku,
			rate: "80.1",
			createdAt: "2026-11-21T10:00:00.000Z",
			createdBy: admin,
		};
		expect(await findSkuByCode(world, "rod-1")).toEqual(stored);
		expect(await findSkuByName(world, "STEEL ROD")).toEqual(stored);
	});

	it("4.1: answers created and failed in request order, and says why", async () => {
		await create([{ name: "Old", itemCode: "A-1" }]);
		const { status, body } = await create([
			{ name: "One", itemCode: "B-1" },
			{ name: "Two", itemCode: "a-1" },
			{ name: "Three" },
			{ name: "Four", itemCode: "b-1" },
			{ name: "Five", itemCode: "C-1" },
		]);
		expect(status).toBe(200);
		expect(body.data).toMatchObject({
			total: 5,
			successCount: 3,
			failureCount: 2,
		});
		expect(body.data.created.map(({ name }: { name: string }) => name)).toEqual(
			["One", "Three", "Five"],
		);
		expect(body.data.failed).toEqual([
			{
				name: "Two",
				itemCode: "a-1",
				error:
					"A SKU with the item code 'a-1' exists already: use it, or choose another code",
			},
			{
				name: "Four",
				itemCode: "b-1",
				error:
					"An earlier SKU of this request has the item code 'b-1': an item code exists once",
			},
		]);
		expect(await findSkuByCode(world, "A-1")).toMatchObject({ name: "Old" });
		expect(await findSkuByCode(world, "B-1")).toMatchObject({ name: "One" });
	});

	it("4.1: ok is true even if every SKU failed", async () => {
		await create([{ name: "Old", itemCode: "A-1" }]);
		const { status, body } = await create([{ name: "New", itemCode: "A-1" }]);
		expect(status).toBe(200);
		expect(body).toMatchObject({
			ok: true,
			data: { successCount: 0, failureCount: 1, created: [] },
		});
	});

	it("skus: names may repeat; a name means the SKU that had it first", async () => {
		await create([
			{ name: "Rod", itemCode: "R-1" },
			{ name: "ROD", itemCode: "R-2" },
			{ name: "rod" },
		]);
		const { body } = await create([{ name: "Rod", itemCode: "R-3" }]);
		expect(body.data.successCount).toBe(1);
		expect(await findSkuByName(world, "rod")).toMatchObject({
			itemCode: "R-1",
		});
		expect(await findSkuByCode(world, "R-2")).toMatchObject({ name: "ROD" });
	});

	it("skus: a SKU that fails does not take the name from the next one", async () => {
		await create([{ name: "Old", itemCode: "A-1" }]);
		await create([
			{ name: "Rod", itemCode: "A-1" },
			{ name: "Rod", itemCode: "A-2" },
		]);
		expect(await findSkuByName(world, "Rod")).toMatchObject({
			itemCode: "A-2",
		});
	});

	it("2.1: keeps longest and odd texts apart, in any script", async () => {
		const skus = [
			"😀".repeat(256),
			`${"😀".repeat(255)}!`,
			"İ",
			"#SKU#x",
			"__proto__",
			" a ",
			"a",
			"'; --",
		].map((itemCode) => ({ name: itemCode.slice(0, 128), itemCode }));
		const { body } = await create(skus);
		expect(body.data).toMatchObject({ successCount: skus.length, failed: [] });
		for (const { name, itemCode } of skus) {
			expect(await findSkuByCode(world, itemCode)).toMatchObject({ name });
		}
	});

	it("skus: ignores properties that the spec does not list", async () => {
		const { status, body } = await world.post(
			path,
			'{"skus": [{"name": "Rod", "colour": "red", "__proto__": {"itemCode": "X"}}], "dryRun": true}',
		);
		expect(status).toBe(200);
		expect(body.data.created).toEqual([{ name: "Rod", ...absentDetails }]);
	});

	it("8: takes 100 SKUs, of empty unit and hsnSac, rate negative or 0", async () => {
		const skus = Array.from({ length: 100 }, (_, index) => ({
			name: `SKU ${index}`,
			unit: "",
			hsnSac: "",
			rate: index - 1,
		}));
		const { body } = await create(skus);
		expect(body.data).toMatchObject({ total: 100, successCount: 100 });
		expect(body.data.created[0]).toEqual({ ...absentDetails, ...skus[0] });
	});

	it("2.1: of 64 concurrent requests that create one code one succeeds", async () => {
		const answers = await rivals(64, (index) =>
			create([
				{ name: `Name ${index}`, itemCode: index % 2 ? "ROD-1" : "rod-1" },
			]),
		);
		expect(answers.every(({ status }) => status === 200)).toBe(true);
		const created = answers.flatMap(({ body }) => body.data.created);
		expect(created).toHaveLength(1);
		expect(await findSkuByCode(world, "ROD-1")).toMatchObject(created[0]);
		expect(await findSkuByName(world, created[0].name)).toMatchObject(
			created[0],
		);
	});
});

describe("400", () => {
	it.each(refusals)(
		"7.5: VALIDATION_ERROR for %s; nothing is created",
		async (_, body, reason) => {
			expect(await world.post(path, body)).toMatchObject({
				status: 400,
				body: {
					ok: false,
					error: {
						code: "VALIDATION_ERROR",
						message: `Validation failed: ${reason}`,
					},
				},
			});
			expect(await findSkuByName(world, "Rod")).toBeUndefined();
		},
	);
});

describe("401, 403", () => {
	const skus = [{ name: "Rod", itemCode: "R" }];

	it("7.1: MISSING_CREDENTIALS without a key", async () => {
		const answer = await world.post(path, { skus }, { key: null });
		expect(answer).toMatchObject({
			status: 401,
			body: { error: { code: "MISSING_CREDENTIALS" } },
		});
	});

	it("7.1: INSUFFICIENT_PERMISSIONS for a key without inventory:write", async () => {
		await world.import(
			acme({
				apiKeys: [
					{
						key: "orders-only",
						name: "ERP",
						userId: "u-admin",
						permissions: ["procurement:write"],
					},
				],
			}),
		);
		const answer = await world.post(path, { skus }, { key: "orders-only" });
		expect(answer).toMatchObject({
			status: 403,
			body: { error: { code: "INSUFFICIENT_PERMISSIONS" } },
		});
		expect(await findSkuByCode(world, "R")).toBeUndefined();
	});
});

it("guarantee 6: codes and names of another organization are free", async () => {
	const { org } = acme();
	await world.import(
		acme({
			org: { ...org, id: "rival" },
			apiKeys: [
				{
					key: "rival-key",
					name: "ERP",
					userId: "u-admin",
					permissions: ["inventory:write"],
				},
			],
		}),
	);
	const skus = [{ name: "Rod", itemCode: "R-1", rate: 1 }];
	await create(skus);
	const { body } = await world.post(
		path,
		{ skus: [{ ...skus[0], rate: 2 }] },
		{ key: "rival-key" },
	);
	expect(body.data.successCount).toBe(1);
	expect(await findSkuByCode(world, "R-1")).toMatchObject({ rate: "1" });
});

describe("contract 4: export", () => {
	const exported = async () => {
		const organization = await exportOrganization(world.table, "acme");
		return JSON.parse(toExactJson(organization)).skus;
	};
	const skus = [
		{ name: "Glue", unit: "l", rate: 0.1 },
		{ name: "Steel rod", itemCode: "ROD-1", hsnSac: "7214" },
	];

	it("has every SKU as it was sent", async () => {
		await create(skus);
		const byName = (one: { name: string }, other: { name: string }) =>
			one.name < other.name ? -1 : 1;
		expect((await exported()).sort(byName)).toEqual(
			skus.map((sku) => ({ ...sku, ...byAdmin })),
		);
	});

	it("contract 2: importing the exported SKUs changes nothing", async () => {
		await create(skus);
		const before = await exported();
		await world.import(acme({ skus }));
		expect(await exported()).toEqual(before);
	});

	it("contract 2: an imported SKU has its code and its name", async () => {
		await world.import(acme({ skus }));
		const { body } = await create([
			{ name: "Other", itemCode: "rod-1" },
			{ name: "glue", rate: 7 },
		]);
		expect(body.data).toMatchObject({ successCount: 1, failureCount: 1 });
		expect(await findSkuByName(world, "GLUE")).toMatchObject({ rate: "0.1" });
	});
});
