import { toRoute } from "../../shared/endpoints/endpoint.ts";
import type { Schema } from "../../shared/schemas/record-schema.ts";
import { exhibits } from "../exhibits/exhibits.ts";
import { tags } from "../exhibits/tags.ts";
import { components, toReferences } from "./components.ts";
import { readExchanges } from "./exchanges.ts";
import { eventsTag, information, servers } from "./information.ts";
import { toOperationObject } from "./operation-object.ts";
import type { OpenApiDocument } from "./published/open-api-document.ts";
import { toPublished } from "./published/published-document.ts";
import { webhooks } from "./published/webhooks.ts";

/** The OpenAPI 3.1 document for callers: what `npm run generate` writes to `docs/openapi.json`. */
export const openApiDocument = (): OpenApiDocument =>
	published({ webhooks: {} });

/**
 * The events as OpenAPI's `webhooks`: `docs/webhooks.json`. They have a document of their own, since the Python that
 * openapi-generator makes of webhooks does not compile.
 */
export const webhooksDocument = (): OpenApiDocument =>
	published({ paths: {}, tags: [eventsTag], webhooks: webhooks() });

const published = (parts: Partial<OpenApiDocument>) =>
	toPublished({
		// Unchecked cast: the strict document is made of schemas whose keywords have no types.
		...(strictDocument() as unknown as OpenApiDocument),
		...parts,
	});

/** The same document with closed responses, without further properties and values. Tests check every response by it. */
export function strictDocument() {
	const { schemas, responses, headers, securitySchemes } = components();
	return {
		openapi: "3.1.0",
		info: information,
		servers,
		security: [{ apiKey: [] }],
		tags,
		paths: toPaths(),
		components: { schemas, responses, headers, securitySchemes },
	};
}

function toPaths() {
	const paths: Record<string, Record<string, Schema>> = {};
	for (const exhibit of exhibits) {
		const { method, path } = toRoute(exhibit.endpoint.routeKey);
		const exchanges = readExchanges(exhibit.id);
		const described = toReferences(toOperationObject(exhibit, exchanges));
		paths[path] = { ...paths[path], [method.toLowerCase()]: described };
	}
	return paths;
}
