import { beforeAll, describe, expect, it } from "vitest";
import { acme } from "../../support/acme.ts";
import { batchMin, resourcesOf, startBatch } from "../../support/batches.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import { useSharedWorld } from "../../support/use-world.ts";

const world = useSharedWorld(acme);
let slug: string;
beforeAll(async () => {
	slug = await startBatch(world, resourcesOf(batchMin));
});

describe("400", () => {
	it.each([
		"limit=0",
		"limit=-1",
		"limit=1001",
		"limit=abc",
		"limit=1e3",
		"limit=1.5",
		"limit=010",
		"limit=+5",
		"limit=%205",
		"limit=",
		"limit=5&limit=6",
		"limit=9007199254740993",
	])("contract 3: refuses %s", async (query) => {
		expect(await world.getBatch(slug, query)).toMatchObject({
			status: 400,
			body: {
				ok: false,
				error: {
					code: "VALIDATION_ERROR",
					message: expect.stringMatching(/^Validation failed: \/limit /),
				},
			},
		});
	});

	it.each([
		"cursor=",
		"cursor=x",
		"cursor=1",
		`cursor=${Buffer.from("-1").toString("base64url")}`,
		`cursor=${Buffer.from("0").toString("base64url")}`,
		`cursor=${Buffer.from("1.5").toString("base64url")}`,
		`cursor=${Buffer.from(" 7").toString("base64url")}`,
		`cursor=${Buffer.from("7").toString("base64url")}%3D`,
		`cursor=${Buffer.from(`${batchMin}`).toString("base64url")}`,
		`cursor=${Buffer.from("99999999").toString("base64url")}`,
		"cursor=Nw&cursor=Nw",
	])("contract 3: refuses %s", async (query) => {
		expect(await world.getBatch(slug, query)).toMatchObject({
			status: 400,
			body: {
				error: {
					code: "VALIDATION_ERROR",
					message: expect.stringMatching(
						/^Validation failed: \/cursor must be a nextCursor/,
					),
				},
			},
		});
	});
});

describe("401 and 403", () => {
	it("contract 3: asks for the same key and permission as mark-as-paid", async () => {
		expect(
			(await world.getBatch(slug, "", { key: null })).body.error.code,
		).toBe("MISSING_CREDENTIALS");
		expect(
			(await world.getBatch(slug, "", { key: "no" })).body.error.code,
		).toBe("INVALID_API_KEY");
		await world.import({
			...acme(),
			apiKeys: [
				{
					key: "sku-key",
					name: "SKUs",
					userId: "u-admin",
					permissions: ["inventory:write"],
				},
			],
		});
		expect(
			await world.getBatch(slug, "limit=0", { key: "sku-key" }),
		).toMatchObject({
			status: 403,
			body: { error: { code: "INSUFFICIENT_PERMISSIONS" } },
		});
	});
});

describe("404", () => {
	const notFound = {
		status: 404,
		body: { ok: false, error: { code: "BATCH_NOT_FOUND" } },
	};

	it("contract 3, guarantee 6: a batch of another organization does not exist", async () => {
		const { org, users } = acme();
		await world.import({
			org: { ...org, id: "other" },
			users,
			apiKeys: [
				{
					key: "other",
					name: "Other",
					userId: "u-admin",
					permissions: ["payments:mark-paid"],
				},
			],
		});
		expect(await world.getBatch(slug, "", { key: "other" })).toMatchObject(
			notFound,
		);
	});

	it.each([
		"01M7YRRT801SBRXJ1F8V4DQ035",
		"x",
		"__proto__",
		"01M7YRRT801SBRXJ1F8V4DQ035#0",
		"x".repeat(3_000),
	])("contract 3: no such batch: $0", async (unknown) => {
		expect(await world.getBatch(unknown)).toMatchObject(notFound);
	});

	it("contract 3: an id that no batch can have is not looked up", async () => {
		// From here on the API key is cached.
		await world.getBatch("x");
		const { calls } = await meterCalls(world, () => world.getBatch("x"));
		expect(calls).toBe(0);
	});
});
