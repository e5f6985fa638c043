import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { skuByCodeKey } from "../../../shared/dynamodb/keys.ts";
import { absentDetails } from "../../support/skus.ts";
import { useWorld } from "../../support/use-world.ts";
import { acmeWithRecords, invalid, page, walk } from "./records.ts";

const world = useWorld(acmeWithRecords);

const show = async (path: string) => {
	const { status, body, headers } = await world.get(path);
	expect({ status, body }).toMatchObject({ status: 200, body: { ok: true } });
	expect(headers).not.toHaveProperty("etag");
	return body.data;
};

const createdAt = "2026-11-21T10:00:00.000Z";

describe("SKUs", () => {
	const path = "/v1.0/inventory/skus";
	const createSkus = (skus: object[]) => world.post(`${path}/bulk`, { skus });

	it("R3: one of an organization file and one created over the API", async () => {
		world.time.now = new Date("2026-11-21T10:00:01.000Z");
		const glue = { name: "Glue", rate: 0.1, hsnSac: "3506" };
		await createSkus([glue]);
		expect((await page(world, path)).items).toEqual([
			{
				...absentDetails,
				...glue,
				createdAt: "2026-11-21T10:00:01.000Z",
				createdBy: {
					userId: "u-admin",
					keyId: expect.stringMatching(/^key_/),
				},
			},
			{
				...absentDetails,
				...{ name: "Steel rod", itemCode: "ROD-1", unit: "kg", rate: 80.5 },
				createdAt,
				createdBy: null,
			},
		]);
	});

	it("R3: itemCode, in upper or lower case, finds the SKU that has it, if there is one", async () => {
		for (const itemCode of ["ROD-1", "rod-1"])
			expect(await page(world, path, { itemCode })).toMatchObject({
				items: [{ name: "Steel rod" }],
				nextCursor: null,
			});
		for (const itemCode of ["ROD", "Steel rod", "__proto__"])
			expect(await page(world, path, { itemCode })).toEqual({
				items: [],
				nextCursor: null,
			});
	});

	it("R3: name, in upper or lower case, finds the SKU that had it first, if there is one", async () => {
		await createSkus([
			{ name: "STEEL ROD", itemCode: "ROD-2" },
			{ name: "Glue" },
			{ name: "glue", itemCode: "GLUE-2" },
		]);
		const found = async (name: string) =>
			(await page(world, path, { name })).items.map(({ itemCode }) => itemCode);
		expect(await found("steel rod")).toEqual(["ROD-1"]);
		expect(await found("GLUE")).toEqual([null]);
		expect(await found("ROD-1")).toEqual([]);
	});

	it("R3: a SKU that was renamed is found by its new name alone", async () => {
		await world.import(
			acmeWithRecords({ skus: [{ name: "Iron rod", itemCode: "ROD-1" }] }),
		);
		expect((await page(world, path, { name: "steel rod" })).items).toEqual([]);
		expect((await page(world, path, { name: "iron rod" })).items).toMatchObject(
			[{ itemCode: "ROD-1" }],
		);
	});

	it("R3: a SKU that is being renamed is not found by a name that it no longer has", async () => {
		await world.table.documents.send(
			new UpdateCommand({
				TableName: world.table.name,
				Key: skuByCodeKey("acme", "ROD-1"),
				UpdateExpression: "SET #name = :name",
				ExpressionAttributeNames: { "#name": "name" },
				ExpressionAttributeValues: { ":name": "Iron rod" },
			}),
		);
		expect((await page(world, path, { name: "steel rod" })).items).toEqual([]);
	});

	it("R3: both are refused", async () => {
		for (const query of ["itemCode=ROD-1&name=x", "name=x&itemCode=ROD-1"])
			expect(await world.get(path, query)).toMatchObject(
				invalid("/name must NOT be given together with itemCode"),
			);
	});

	it("R1: a look-up finds a record that was created a moment ago", async () => {
		for (let round = 0; round < 10; round++) {
			const itemCode = `CODE-${round}`;
			await createSkus([{ name: `Name ${round}`, itemCode }]);
			expect((await page(world, path, { itemCode })).items).toHaveLength(1);
			const name = `name ${round}`;
			expect((await page(world, path, { name })).items).toHaveLength(1);
		}
	});
});

describe("vendors", () => {
	it("R4: by id and in the list", async () => {
		const record = {
			vendorId: "v-1",
			name: "Steel Traders",
			gstin: null,
			email: null,
			version: 1,
			createdAt,
			createdBy: null,
			updatedAt: createdAt,
			updatedBy: null,
		};
		const { headers, body } = await world.get("/v1.0/vendor/v-1");
		expect(headers.etag).toBe('"1"');
		expect(body.data).toEqual(record);
		const listed = await walk(world, "/v1.0/vendor", { limit: "1" });
		expect(listed).toHaveLength(2);
		expect(listed).toContainEqual(record);
	});
});

describe("organization", () => {
	it("R7: the organization without policies", async () => {
		await world.import({
			...acmeWithRecords({
				approvalPolicies: [],
				procurementPolicy: { payers: [] },
			}),
		});
		expect(await show("/v1.0/organization")).toEqual({
			id: "acme",
			name: "Acme India Pvt Ltd",
			baseCurrency: "INR",
			currencies: ["INR", "USD"],
			timezone: "Asia/Kolkata",
			features: { vendorAdvances: true },
			secondPersonFrom: null,
			policies: { submission: [], approval: [], procurement: { payers: [] } },
		});
	});

	it("R7: its policies as in the organization file, and at once", async () => {
		const submission = [
			{
				minAmount: 50_000.5,
				requiredFields: [{ slug: "project", kind: "TAG" as const }],
			},
		];
		const approval = [
			{
				name: "Large",
				when: { minAmount: 1, tags: { "cost-centre": [7] } },
				stages: [{ approvers: ["u-admin"] }],
			},
			{ name: "Default", default: true, stages: [] },
		];
		await show("/v1.0/organization");
		await world.import(
			acmeWithRecords({
				submissionPolicies: submission,
				approvalPolicies: approval,
			}),
		);
		// The key's organization is remembered for some seconds; what is shown is not.
		expect((await show("/v1.0/organization")).policies).toEqual({
			submission,
			approval,
			procurement: { payers: ["u-admin"] },
		});
	});

	it("R7: entities in their order, the first being the default, and at once", async () => {
		const path = "/v1.0/organization/entities";
		await page(world, path);
		await world.import(
			acmeWithRecords({ entities: [{ id: 1, name: "Agra" }] }),
		);
		const entities = [
			{ id: 12, name: "Pune", gstin: "27AAPFU0939F1ZV" },
			{ id: 11, name: "Mumbai", gstin: null },
			{ id: 1, name: "Agra", gstin: null },
		];
		expect((await page(world, path)).items).toEqual(entities);
		expect(await walk(world, path, { limit: "1" })).toEqual(entities);
	});

	it("R7: taxes, ids ascending as numbers, and at once", async () => {
		const path = "/v1.0/tax/gst";
		const taxes = [
			{ id: 9, name: "GST 18%", rate: 18, rateType: "PERCENTAGE" },
			{ id: 10, name: "GST flat", rate: 50.25, rateType: "ABSOLUTE" },
		];
		expect((await page(world, path)).items).toEqual(taxes);
		await world.import(
			acmeWithRecords({
				gstTaxes: [
					{ id: 100, name: "C", rate: 1, rateType: "PERCENTAGE" },
					{ id: -2, name: "A", rate: 1, rateType: "PERCENTAGE" },
					{ id: 0, name: "B", rate: 0, rateType: "PERCENTAGE" },
				],
			}),
		);
		const ids = [-2, 0, 9, 10, 100];
		for (const limit of ["1", "2", "100"])
			expect((await walk(world, path, { limit })).map(({ id }) => id)).toEqual(
				ids,
			);
		expect((await page(world, "/v1.0/tax/tds")).items).toEqual([
			{ id: 1, name: "TDS 10%", rate: 10, rateType: "PERCENTAGE" },
		]);
	});

	it("R7: a tag with its options; [] for a dropdown without any, null for other types", async () => {
		await world.import(
			acmeWithRecords({
				tags: [{ slug: "empty", name: "Empty", type: "DROPDOWN" }],
			}),
		);
		expect(await show("/v1.0/tag/cost-centre")).toEqual({
			id: "cost-centre",
			name: "Cost centre",
			type: "DROPDOWN",
			options: [{ id: 7, name: "R&D" }],
		});
		expect(await show("/v1.0/tag/empty")).toMatchObject({ options: [] });
		expect(await show("/v1.0/tag/project")).toEqual({
			id: "project",
			name: "Project",
			type: "VARCHAR",
			options: null,
		});
	});

	it("R7: tags by the UTF-8 bytes of their slugs, without options", async () => {
		// By code units 😀 would stand before ﬀ.
		const slugs = ["Z", "a", "a#b", "aa", "b", "é", "ﬀ", "😀", "x".repeat(900)];
		const tags = slugs.map((slug) => ({
			slug,
			name: slug,
			type: "VARCHAR" as const,
		}));
		await world.import(acmeWithRecords({ tags }));
		const ascending = [...slugs, "cost-centre", "project"].sort((one, other) =>
			Buffer.compare(Buffer.from(one), Buffer.from(other)),
		);
		for (const limit of ["1", "4", "100"])
			expect(
				(await walk(world, "/v1.0/tag", { limit })).map(({ id }) => id),
			).toEqual(ascending);
		expect((await page(world, "/v1.0/tag", { limit: "1" })).items).toEqual([
			{ id: "Z", name: "Z", type: "VARCHAR" },
		]);
	});

	it("R10: lists users by the UTF-8 bytes of their ids, only with their names and whether they are active", async () => {
		const ids = ["Z", "a", "a#b", "é", "ﬀ", "😀", "x".repeat(900)];
		const users = ids.map((id) => ({
			id,
			name: `User ${id}`,
			role: "ADMIN" as const,
			active: id !== "a",
			email: `${id.length}${id.charCodeAt(0)}@acme.example`,
			permissions: ["organization:read" as const],
		}));
		await world.import(
			acmeWithRecords({
				users: [...(acmeWithRecords().users ?? []), ...users],
			}),
		);
		const path = "/v1.0/organization/users";
		const ascending = [...ids, "u-admin"].sort((one, other) =>
			Buffer.compare(Buffer.from(one), Buffer.from(other)),
		);
		for (const limit of ["1", "3", "100"])
			expect((await walk(world, path, { limit })).map(({ id }) => id)).toEqual(
				ascending,
			);
		expect((await page(world, path, { limit: "2" })).items).toEqual([
			{ id: "Z", name: "User Z", active: true },
			{ id: "a", name: "User a", active: false },
		]);
	});
});
