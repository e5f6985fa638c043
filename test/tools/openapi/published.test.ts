import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { toRoute } from "../../../shared/endpoints/endpoint.ts";
import { detailTypes } from "../../../shared/events/service-event.ts";
import { exhibits } from "../../../tools/exhibits/exhibits.ts";
import {
	openApiDocument,
	webhooksDocument,
} from "../../../tools/openapi/document.ts";
import { readExchanges } from "../../../tools/openapi/exchanges.ts";
import type { SchemaObject } from "../../../tools/openapi/published/open-schema.ts";

const document = openApiDocument();
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(JSON.parse(JSON.stringify(document)), "openapi.json");

const operationsOf = exhibits.map(({ endpoint, id }) => {
	const { method, path } = toRoute(endpoint.routeKey);
	const operation = document.paths[path]?.[method.toLowerCase()];
	if (!operation) throw new Error(`No operation ${endpoint.routeKey}`);
	return { id, operation };
});

/** Each schema of responses or requests, with its place. */
function* walk(value: unknown, place: string): Generator<[string, object]> {
	if (typeof value !== "object" || value === null) return;
	yield [place, value];
	for (const [key, one] of Object.entries(value))
		if (!["examples", "example"].includes(key))
			yield* walk(one, `${place}/${key}`);
}

/** The schemas to which responses refer, directly or through others. */
function responseSchemas(): [string, SchemaObject][] {
	const found = new Map<string, SchemaObject>();
	const follow = (value: unknown) => {
		for (const [, one] of walk(value, "")) {
			const name = /schemas\/(.+)/.exec(`${"$ref" in one && one.$ref}`)?.[1];
			const schema = name && document.components.schemas[name];
			if (!schema || found.has(name)) continue;
			found.set(name, schema);
			follow(schema);
		}
	};
	for (const { operation } of operationsOf) follow(operation.responses);
	follow(document.components.responses);
	return [...found];
}

describe("docs/openapi.json, for generators", () => {
	it("a response's object with properties says that others are valid, since generators refuse them otherwise", () => {
		const silent = responseSchemas().flatMap(([name, schema]) =>
			[...walk(schema, name)].filter(
				([place, one]) =>
					"properties" in one &&
					!place.endsWith("/properties") &&
					!("additionalProperties" in one),
			),
		);
		expect(silent.map(([place]) => place)).toEqual([]);
	});

	it("a number and an integer id have 64 bits, and no object with properties may be null", () => {
		const isLarge = (place: string, type: string) =>
			/number/.test(type) ||
			(/integer/.test(type) &&
				/\/(id|gstId|tdsId|taxId|orgEntity)$/.test(place));
		const wrong = [...walk(document, "")].filter(([place, one]) => {
			const type = "type" in one ? `${one.type}` : "";
			const has64Bits = "format" in one && /double|int64/.test(`${one.format}`);
			return (
				has64Bits !== isLarge(place, type) ||
				("properties" in one && /null/.test(type))
			);
		});
		expect(wrong.map(([place]) => place)).toEqual([]);
	});

	it("a response has no closed object, no closed list of values, and no alternatives that depend on a value", () => {
		const closed = responseSchemas().flatMap(([name, schema]) =>
			[...walk(schema, name)].filter(
				([, one]) =>
					"enum" in one ||
					"const" in one ||
					"oneOf" in one ||
					("additionalProperties" in one && one.additionalProperties === false),
			),
		);
		expect(closed.map(([place]) => place)).toEqual([]);
	});

	it("every list of values has a type", () => {
		const untyped = [...walk(document, "")].filter(
			([, one]) => ("enum" in one || "const" in one) && !("type" in one),
		);
		expect(untyped.map(([place]) => place)).toEqual([]);
	});

	it.each(operationsOf.map((one) => [one.id, one] as const))(
		"%s: each body has a name and one media type",
		(_, { operation }) => {
			const bodies = [
				operation.requestBody,
				...Object.values(operation.responses),
			];
			for (const body of bodies) {
				if (!body?.content) continue;
				expect(Object.keys(body.content)).toEqual(["application/json"]);
				expect(body.content["application/json"]?.schema.$ref).toBeDefined();
			}
		},
	);

	it.each(operationsOf.map((one) => [one.id, one] as const))(
		"%s: every recorded answer is valid",
		(id, { operation }) => {
			for (const { response } of readExchanges(id)) {
				const described = operation.responses[response.status];
				const $ref = described?.$ref
					? `openapi.json${described.$ref}/content/application~1json/schema`
					: `openapi.json${described?.content?.["application/json"]?.schema.$ref}`;
				const validate = ajv.compile({ $ref });
				validate(response.body);
				expect(validate.errors).toBe(null);
			}
		},
	);

	it("unknown properties, states, reasons and codes are valid", () => {
		const isValid = (name: string, value: unknown) =>
			ajv.validate({ $ref: `openapi.json#/components/schemas/${name}` }, value);
		expect(
			isValid("PaymentResult", {
				slug: "a",
				status: "HELD",
				reason: "LATER",
				more: 1,
			}),
		).toBe(true);
		expect(
			isValid("ApiError", {
				ok: false,
				error: { code: "NEW", message: "", more: [] },
			}),
		).toBe(true);
		expect(isValid("PaymentResult", { slug: "a" })).toBe(false);
	});
});

it("openapi: a code and a state have their known values, although others are valid", () => {
	const { ApiErrorError, Invoice } = document.components.schemas;
	const code = ApiErrorError?.properties?.code;
	expect(code?.["x-extensible-enum"]).toContain("VERSION_MISMATCH");
	expect(code?.description).toContain("`VERSION_MISMATCH`");
	const state = Invoice?.properties?.state;
	expect(state?.["x-extensible-enum"]).toEqual(["DRAFTED", "APPROVED", "VOID"]);
	expect(state?.description).toContain("`VOID`");
});

it.each(operationsOf.map((one) => [one.id, one] as const))(
	"openapi: %s: a 409 names an idempotency key only if one is read, and a 500 says what it may have left behind",
	(id, { operation }) => {
		const { 409: conflict, 500: failure } = operation.responses;
		expect(conflict?.description?.includes("key") ?? false).toBe(
			["markAsPaid", "createVendorAdvance"].includes(id),
		);
		expect(failure?.description).toMatch(
			/nothing was changed|uncertain|returns/i,
		);
	},
);

it("openapi: every number of a request has the limit that is enforced", () => {
	const bodies = operationsOf.map(
		({ id }) => id[0]?.toUpperCase() + id.slice(1),
	);
	const named = Object.entries(document.components.schemas).filter(([name]) =>
		bodies.some((body) => name.startsWith(`${body}Request`)),
	);
	const numbers = named.flatMap(([name, schema]) =>
		[...walk(schema, name)].filter(
			([, one]) => "type" in one && one.type === "number",
		),
	);
	expect(numbers.length).toBeGreaterThan(5);
	for (const [place, one] of numbers)
		expect([place, one]).toEqual([
			place,
			expect.objectContaining({ exclusiveMaximum: 1e15 }),
		]);
});

it("events: docs/webhooks.json describes each event of docs/events as a webhook", () => {
	const document = webhooksDocument();
	const titles = Object.values(document.webhooks).map(
		({ post }) => post?.summary,
	);
	expect(titles.toSorted()).toEqual(detailTypes.toSorted());
	const schema = document.components.schemas.ReceiveInvoicePaidRequest;
	expect(Object.keys(schema?.properties ?? {})).toEqual([
		"id",
		"detail-type",
		"source",
		"time",
		"detail",
	]);
});
