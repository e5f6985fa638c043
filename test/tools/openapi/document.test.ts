import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { apiFunctions, routesOf } from "../../../lib/api-functions.ts";
import { findKeyFault } from "../../../shared/attempts/idempotency-key.ts";
import { toRoute } from "../../../shared/endpoints/endpoint.ts";
import { exhibits } from "../../../tools/exhibits/exhibits.ts";
import { openApiDocument } from "../../../tools/openapi/document.ts";
import { idempotencyKeySchema } from "../../../tools/openapi/parameters.ts";
import { requireDocumented } from "../../support/documented.ts";

const published = openApiDocument();

describe("docs/openapi.json", () => {
	it("describes every route that is deployed, and no other", () => {
		const deployed = apiFunctions.flatMap((endpoint) =>
			routesOf(endpoint).map(({ method, path }) => `${method} ${path}`),
		);
		const described = exhibits.map(({ endpoint }) => endpoint.routeKey);
		expect(described.toSorted()).toEqual(deployed.toSorted());
	});

	it.each(exhibits)(
		"of $id, a POST says what a repeated request does and whether its key is read",
		(operation) => {
			const { method, path } = toRoute(operation.endpoint.routeKey);
			const described = published.paths[path]?.[method.toLowerCase()];
			const says = /A repeated request .*`x-idempotency-key` is /.test(
				`${described?.description}`,
			);
			expect(says).toBe(method === "POST");
			expect(operation.repeated !== undefined).toBe(method === "POST");
		},
	);

	it("describes the idempotency keys that the service takes, up to their length in bytes", () => {
		const isDocumented = new Ajv2020().compile(idempotencyKeySchema);
		const keys = [
			"",
			...Array.from({ length: 0x200 }, (_, code) => String.fromCharCode(code)),
		];
		for (const text of keys)
			expect([text, isDocumented(text)]).toEqual([text, !findKeyFault(text)]);
	});

	it("has an example of a 200 of every operation", () => {
		const without = exhibits.filter(({ endpoint }) => {
			const { method, path } = toRoute(endpoint.routeKey);
			const text = JSON.stringify(
				published.paths[path]?.[method.toLowerCase()],
			);
			return !/"responses":\{"200":.*"examples"/.test(text);
		});
		expect(without).toEqual([]);
	});
});

describe("requireDocumented refuses an answer", () => {
	const routeKey = "GET /v1.0/tag/{id}";
	const tag = {
		id: "project",
		name: "Project",
		type: "VARCHAR",
		options: null,
	};
	const answer = {
		status: 200,
		headers: { "x-request-id": "request-1" },
		body: { ok: true, data: tag },
	};
	const withData = (data: object) => ({ ...answer, body: { ok: true, data } });
	const refused = (code: string) => ({
		...answer,
		status: 404,
		body: {
			ok: false,
			error: { code, message: "Tag not found: GET /v1.0/tag lists the tags" },
		},
	});

	it("not one that is documented", () => {
		requireDocumented(routeKey, answer);
		requireDocumented(routeKey, refused("TAG_NOT_FOUND"));
	});

	it.each([
		["of another status", { ...answer, status: 201 }, "status"],
		["without a header", { ...answer, headers: {} }, "no header x-request-id"],
		[
			"with a header of another operation",
			{ ...answer, headers: { ...answer.headers, etag: '"1"' } },
			"header etag",
		],
		["with one property more", withData({ ...tag, more: 1 }), "/data"],
		["with one property less", withData({ id: "project" }), "/data"],
		["with another type", withData({ ...tag, id: 1 }), "/data/id"],
		["with another value", withData({ ...tag, type: "X" }), "/data/type"],
		["with another code", refused("INVOICE_NOT_FOUND"), "/error/code"],
	])("%s", (_, wrong, place) => {
		expect(() => requireDocumented(routeKey, wrong)).toThrow(place);
		expect(() => requireDocumented(routeKey, wrong)).toThrow(routeKey);
	});
});
