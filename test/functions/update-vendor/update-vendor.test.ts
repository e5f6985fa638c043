import { describe, expect, it } from "vitest";
import { meterCalls } from "../../support/meter-calls.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import type { SendOptions } from "../../support/world.ts";
import { refusals } from "../create-vendor/refusals.ts";
import {
	acmeWithVendor,
	patchVendor,
	vendorPath,
	vendorRecord,
} from "./vendors.ts";

const world = useWorld(() =>
	acmeWithVendor({ gstin: "27AAPFU0939F1ZV", email: "old@steel.example" }),
);

const patch = (body: unknown, options?: SendOptions) =>
	patchVendor(world, body, options);
const record = () => vendorRecord(world);

describe("R4: 200", () => {
	it("R4: changes what the patch names, and says when and by whom", async () => {
		const before = await record();
		passSeconds(world, 5);
		expect(await patch({ name: "Steel & Co" })).toMatchObject({
			status: 200,
			headers: { etag: '"2"' },
			body: { ok: true, data: { vendorId: "v-1", version: 2 } },
		});
		expect(await record()).toEqual({
			...before,
			name: "Steel & Co",
			version: 2,
			updatedAt: "2026-11-21T10:00:05.000Z",
			updatedBy: { userId: "u-admin", keyId: expect.any(String) },
		});
	});

	it("R4: null removes gstin and email", async () => {
		await patch({ gstin: null, email: null });
		expect(await record()).toMatchObject({ gstin: null, email: null });
	});

	it.each([
		{},
		{ name: "Steel Traders" },
		{ gstin: "27AAPFU0939F1ZV", email: "old@steel.example" },
	])("R4: a patch that changes nothing writes nothing: %j", async (body) => {
		const { answer, ...reading } = await meterCalls(world, () => patch(body));
		expect(answer).toMatchObject({
			status: 200,
			headers: { etag: '"1"' },
			body: { data: { vendorId: "v-1", version: 1 } },
		});
		expect(reading.writeUnits).toBe(0);
	});

	it("performance: a patch takes 2 calls and 1 write unit", async () => {
		const body = { email: "new@steel.example" };
		await record();
		const { answer, ...reading } = await meterCalls(world, () => patch(body));
		expect(answer.status).toBe(200);
		expect(reading).toMatchObject({
			operations: ["GetItem", "UpdateItem"],
			writeUnits: 1,
		});
	});

	it("R1: GET shows the version as ETag, which If-Match accepts once", async () => {
		const { headers } = await world.get(vendorPath);
		const options = { headers: { "if-match": `${headers.etag}` } };
		expect((await patch({ name: "A" }, options)).status).toBe(200);
		expect(await patch({ name: "B" }, options)).toMatchObject({
			status: 412,
			body: { error: { code: "VERSION_MISMATCH" } },
		});
		expect(await record()).toMatchObject({ name: "A", version: 2 });
	});

	it("R4: a vendor that was created over the API begins with version 1; a repeated creation does not undo a patch", async () => {
		const vendor = { vendorId: "#/?", name: "Odd" };
		await world.post("/v1.0/vendor", vendor);
		const encoded = `/v1.0/vendor/~${Buffer.from("#/?").toString("base64url")}`;
		expect((await world.get(encoded)).body.data).toMatchObject({ version: 1 });
		expect(await world.patch(encoded, { name: "Even" })).toMatchObject({
			status: 200,
			body: { data: { vendorId: "#/?", version: 2 } },
		});
		expect(await world.post("/v1.0/vendor", vendor)).toMatchObject({
			status: 409,
			body: { error: { code: "VENDOR_EXISTS" } },
		});
		expect((await world.get(encoded)).body.data).toMatchObject({
			name: "Even",
		});
	});

	it("R4: what other records say of the vendor does not change", async () => {
		const invoices = [
			{ slug: "inv-1", vendorId: "v-1", state: "APPROVED", amount: 10 },
		];
		await world.import({ ...acmeWithVendor(), invoices });
		const { body } = await world.get("/v1.0/invoice/inv-1");
		await patch({ name: "Steel & Co" });
		expect((await world.get("/v1.0/invoice/inv-1")).body.data).toEqual(
			body.data,
		);
	});
});

describe("R4: nothing is changed", () => {
	const refused: [given: string, body: unknown, reason: string][] = [
		...refusals.filter(([given]) => !/no name|vendorId|null/.test(given)),
		["name null", { name: null }, "/name must be string"],
		...["vendorId", "id", "version", "Name", "__proto__", "a/b"].map(
			(name): [string, unknown, string] => [
				`the property ${name}`,
				`{"name":"New","${name}":"v-1"}`,
				`/${name.replace("/", "~1")} cannot be changed: only name, gstin and email can`,
			],
		),
	];

	it.each(refused)("R4: 400 for %s", async (_, body, reason) => {
		const before = await tableContents(world);
		expect(await patch(body)).toMatchObject({
			status: 400,
			body: {
				error: {
					code: "VALIDATION_ERROR",
					message: `Validation failed: ${reason}`,
				},
			},
		});
		expect(await tableContents(world)).toEqual(before);
	});

	it("R1: the checks come in their order: If-Match and JSON, 404, 412, then the patch", async () => {
		const bad = { colour: "red" };
		const missing = "/v1.0/vendor/v-9";
		const stale = { headers: { "if-match": '"7"' } };
		const unquoted = { headers: { "if-match": "7" } };
		for (const [answer, status] of [
			[await world.patch(missing, bad, unquoted), 400],
			[await world.patch(missing, [], stale), 400],
			[await world.patch(missing, bad, stale), 404],
			[await patch(bad, stale), 412],
			[await patch(bad), 400],
		] as const)
			expect(answer.status).toBe(status);
	});
});
