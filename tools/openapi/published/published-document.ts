import { errorTexts } from "../../exhibits/error-texts.ts";
import { nameSchemas } from "./name-schemas.ts";
import { with64Bits } from "./number-format.ts";
import type { Body, OpenApiDocument } from "./open-api-document.ts";
import { mapValues, openSchema, type SchemaObject } from "./open-schema.ts";

/**
 * The document for callers and their generators, made of the strict one that the tests check responses against.
 * Requests are the same. Responses are open, as `docs/compatibility.md` promises: further properties and further values
 * are valid. Each object has a name, each value one type, and no alternatives differ only by a value, since generators
 * fail on these.
 */
export function toPublished(strict: OpenApiDocument): OpenApiDocument {
	const { schemas, responses } = strict.components;
	const open = (schema: SchemaObject) => openSchema(schema, schemas);
	return with64Bits(
		nameSchemas({
			...strict,
			paths: mapValues(strict.paths, (path) =>
				mapValues(path, (operation) => ({
					...operation,
					responses: mapValues(operation.responses, (response) =>
						openResponse(response, open),
					),
				})),
			),
			components: {
				...strict.components,
				schemas: {
					...mapValues(schemas, open),
					ApiError: apiError(open),
					ResultCounts,
				},
				responses: mapValues(responses, (response) =>
					openResponse(response, open),
				),
			},
		}),
	);
}

const errorCodes = [
	...new Set(Object.values(errorTexts).flatMap((texts) => Object.keys(texts))),
];

/**
 * The error of spec 7, "Standard envelope". All operations have one schema with every code. The responses of an operation
 * name its own codes.
 */
const apiError = (
	open: (schema: SchemaObject) => SchemaObject,
): SchemaObject => ({
	type: "object",
	required: ["ok", "error"],
	additionalProperties: true,
	properties: {
		ok: { type: "boolean", description: "Always false." },
		error: {
			type: "object",
			required: ["code", "message"],
			additionalProperties: true,
			properties: {
				code: open({ description: "For programs.", enum: errorCodes }),
				message: { type: "string", description: "For people." },
			},
		},
	},
});

/** This is a map because statuses may be added, and because some generators cannot compile properties in upper case. */
const ResultCounts: SchemaObject = {
	type: "object",
	description: "How many resources have `DONE`, `ERROR` and `SKIPPED`.",
	additionalProperties: { type: "integer", minimum: 0 },
};

function openResponse(
	response: Body,
	open: (schema: SchemaObject) => SchemaObject,
): Body {
	if (!response.content) return response;
	const codes = Object.values(response.content).flatMap(({ schema }) =>
		codesOf(schema),
	);
	const list = codes.map((code) => `\`${code}\``).join(", ");
	return {
		...response,
		...(codes.length > 0 && {
			description: `${response.description}\n\nCodes: ${list}`,
			"x-error-codes": codes,
		}),
		content: mapValues(response.content, (body) => ({
			...body,
			schema: open(body.schema),
		})),
	};
}

/** The values of `error.code` in a schema or its alternatives. */
const codesOf = ({ anyOf, properties }: SchemaObject): readonly unknown[] =>
	anyOf?.flatMap(codesOf) ?? properties?.error?.properties?.code?.enum ?? [];
