import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { path } from "../../client/src/http/path.ts";
import { drop } from "../support/aws-gateway/faults/effects.ts";
import {
	startTestStack,
	type TestStack,
} from "../support/aws-gateway/test-gateway.ts";
import { documentedFetch } from "../support/documented-fetch.ts";
import { testKey } from "../support/world.ts";
import { acmeWithRecords, lists, records } from "./read-records/records.ts";

const odd = "s/1 ?%ü#~";

/** The whole service as `npm start` runs it: bundles, routes, roles' environment, HTTP. */
let stack: TestStack;
let directory: string;
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "records-over-http-"));
	const organizationFile = join(directory, "acme.json");
	const file = acmeWithRecords({
		vendors: [
			{ id: "v-1", name: "Steel Traders" },
			{ id: odd, name: "Punctuated" },
		],
		tags: [
			{ slug: "project", name: "Project", type: "VARCHAR" },
			{ slug: "a b+c", name: "Spaced", type: "VARCHAR" },
		],
	});
	const powerless = {
		key: "powerless-key",
		name: "None",
		userId: "u-admin",
		permissions: [],
	};
	await writeFile(
		organizationFile,
		JSON.stringify({ ...file, apiKeys: [...file.apiKeys, powerless] }),
	);
	stack = await startTestStack({
		port: 0,
		organizationFiles: [organizationFile],
		storage: "memory",
		log: () => {},
	});
});
afterEach(() => stack.faults.clear());
afterAll(async () => {
	await stack.stop();
	await rm(directory, { recursive: true });
});

async function get(path: string, key: string | null = testKey) {
	const response = await documentedFetch(stack.url, path, {
		headers: key === null ? {} : { authorization: `Api-Key ${key}` },
	});
	return {
		status: response.status,
		headers: response.headers,
		body: await response.json(),
	};
}

const refused = (status: number, code: string) => ({
	status,
	body: { ok: false, error: { code, message: expect.any(String) } },
});

describe.each(lists)("GET %s over HTTP", (path) => {
	it("R1: 200 with items and nextCursor", async () => {
		expect(await get(path)).toMatchObject({
			status: 200,
			body: { ok: true, data: { items: expect.any(Array), nextCursor: null } },
		});
	});

	it("R1: 400 VALIDATION_ERROR, 401 and 403", async () => {
		expect(await get(`${path}?limit=0`)).toMatchObject(
			refused(400, "VALIDATION_ERROR"),
		);
		expect(await get(path, null)).toMatchObject(
			refused(401, "MISSING_CREDENTIALS"),
		);
		expect(await get(path, "unknown")).toMatchObject(
			refused(401, "INVALID_API_KEY"),
		);
		expect(await get(path, "powerless-key")).toMatchObject(
			refused(403, "INSUFFICIENT_PERMISSIONS"),
		);
	});
});

describe.each(records)("GET %s{id} over HTTP", (path, id, notFound) => {
	it("R1: 200 with the record", async () => {
		const { status, body, headers } = await get(`${path}${id}`);
		expect({ status, body }).toMatchObject({ status: 200, body: { ok: true } });
		expect(headers.get("x-request-id")).toMatch(/./);
		const { version } = (body as { data: { version?: number } }).data;
		expect(headers.get("etag")).toBe(version ? `"${version}"` : null);
	});

	it(`R1: 404 ${notFound}`, async () => {
		for (const unknown of ["no-such", "%00", "~Ly8", "x".repeat(5_000)])
			expect(await get(`${path}${unknown}`)).toMatchObject(
				refused(404, notFound),
			);
	});
});

it("R7: 200 with the organization", async () => {
	expect(await get("/v1.0/organization")).toMatchObject({
		status: 200,
		body: { ok: true, data: { id: "acme" } },
	});
});

it("R1: 404 INVOICE_NOT_FOUND for the payments of no invoice", async () => {
	expect(await get("/v1.0/invoice/no-such/payments")).toMatchObject(
		refused(404, "INVOICE_NOT_FOUND"),
	);
});

it("R1: paths of other methods are ids too", async () => {
	expect(await get("/v1.0/invoice/bulk")).toMatchObject(
		refused(404, "INVOICE_NOT_FOUND"),
	);
	expect(await get("/v1.0/payment/request/vendor-advance")).toMatchObject(
		refused(404, "PAYMENT_REQUEST_NOT_FOUND"),
	);
	expect(await get("/v1.0/payment/mark-as-paid/no-such")).toMatchObject(
		refused(404, "BATCH_NOT_FOUND"),
	);
});

it("R1: a path is percent-decoded once, then routed; a + in it stays a +", async () => {
	const found = { body: { data: { vendorId: odd } } };
	const url = path`/v1.0/vendor/${odd}`;
	expect(await get(url)).toMatchObject(found);
	expect(await get(url.replace("~", "%7E"))).toMatchObject(found);
	expect(await get("/v1.0/tag/a%20b+c")).toMatchObject({
		body: { data: { id: "a b+c" } },
	});
	expect(await get("/v1.0/tag/a%2520b+c")).toMatchObject(
		refused(404, "TAG_NOT_FOUND"),
	);
	expect(await get(`/v1.0/vendor/${encodeURIComponent(odd)}`)).toMatchObject({
		status: 404,
		body: { message: "Not Found" },
	});
});

it("R1: a query is percent-decoded, + is a space", async () => {
	for (const query of ["name=Steel+rod", "%6Eame=Steel%20rod"])
		expect(await get(`/v1.0/inventory/skus?${query}`)).toMatchObject({
			body: { data: { items: [{ itemCode: "ROD-1" }] } },
		});
	expect(await get("/v1.0/inventory/skus?limit=1&limit=2")).toMatchObject(
		refused(400, "VALIDATION_ERROR"),
	);
	expect(await get("/v1.0/vendor?limit=1,2")).toMatchObject(
		refused(400, "VALIDATION_ERROR"),
	);
});

it("R1: a walk with cursors, which need no encoding", async () => {
	const first = await get("/v1.0/vendor?limit=1");
	const { data } = first.body as { data: { nextCursor: string } };
	expect(data.nextCursor).toMatch(/^[\w-]+$/);
	expect(await get(`/v1.0/vendor?cursor=${data.nextCursor}`)).toMatchObject({
		status: 200,
		body: { data: { items: { length: 1 }, nextCursor: null } },
	});
});

it.each([
	"/v1.0/vendor/",
	"/v1.0/vendors",
	"/v1.0/vendor/v-1/more",
	"/v1.0/inventory/skus/bulk",
	"/v1.0/tax",
	"/v2.0/vendor",
])(
	"R1: the gateway answers 404 {message} where there is no route: %s",
	async (path) => {
		expect(await get(path)).toMatchObject({
			status: 404,
			body: { message: "Not Found" },
		});
	},
);

it("R1: 500 INTERNAL_ERROR when nothing can be read", async () => {
	await get("/v1.0/vendor");
	for (const operation of ["Query", "BatchGetItem"])
		stack.faults.add({ operation, effect: drop() });
	for (const path of ["/v1.0/vendor", "/v1.0/vendor/v-1"])
		expect(await get(path)).toMatchObject(refused(500, "INTERNAL_ERROR"));
});

it("npm start serves the OpenAPI document at /openapi.json", async () => {
	const response = await fetch(`${stack.url}/openapi.json`);
	expect(response.status).toBe(200);
	expect(response.headers.get("content-type")).toBe("application/json");
	expect(await response.text()).toBe(
		await readFile("docs/openapi.json", "utf8"),
	);
	const refused = await fetch(`${stack.url}/openapi.json`, { method: "POST" });
	expect(refused.status).toBe(404);
});
