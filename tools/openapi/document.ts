import { type Endpoint, toRoute } from "../../shared/endpoints/endpoint.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import type { Schema } from "../../shared/schemas/record-schema.ts";
import { components, toReferences } from "./components.ts";
import { readExchanges } from "./exchanges.ts";
import { eventsTag, information, servers, tags } from "./information.ts";
import type { NamedOperation } from "./operation.ts";
import { toOperationObject } from "./operation-object.ts";
import { approvalOperations } from "./operations/approvals.ts";
import { readAttemptOperations } from "./operations/attempts.ts";
import { invoiceOperations } from "./operations/invoices.ts";
import { organizationOperations } from "./operations/organization.ts";
import { paymentRequestOperations } from "./operations/payment-requests.ts";
import { paymentOperations } from "./operations/payments.ts";
import { purchaseOrderOperations } from "./operations/purchase-orders.ts";
import { skuOperations } from "./operations/skus.ts";
import { vendorOperations } from "./operations/vendors.ts";
import type { OpenApiDocument } from "./published/open-api-document.ts";
import { toPublished } from "./published/published-document.ts";
import { webhooks } from "./published/webhooks.ts";

export const operations: readonly NamedOperation[] = [
	...skuOperations,
	...purchaseOrderOperations,
	...vendorOperations,
	...paymentRequestOperations,
	...approvalOperations,
	...invoiceOperations,
	...paymentOperations,
	...readAttemptOperations,
	...organizationOperations,
].map((one) => ({ ...one, id: nameOf(one.endpoint) }));

function nameOf(endpoint: Endpoint): string {
	const found = Object.entries(endpoints).find(([, one]) => one === endpoint);
	if (!found) throw new Error(`endpoints.ts lacks ${endpoint.routeKey}`);
	return found[0];
}

/** The OpenAPI 3.1 document for callers: what `npm run generate` writes to `docs/openapi.json`. */
export const openApiDocument = (): OpenApiDocument =>
	published({ webhooks: {} });

/**
 * The events as OpenAPI's `webhooks`: `docs/webhooks.json`. A document of its own, since openapi-generator makes Python
 * of webhooks that does not compile.
 */
export const webhooksDocument = (): OpenApiDocument =>
	published({ paths: {}, tags: [eventsTag], webhooks: webhooks() });

const published = (parts: Partial<OpenApiDocument>) =>
	toPublished({
		// Unchecked cast: the strict document is made of schemas whose keywords have no types.
		...(strictDocument() as unknown as OpenApiDocument),
		...parts,
	});

/** The same with responses that have no further properties and values: the tests check every response against it. */
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
	for (const operation of operations) {
		const { method, path } = toRoute(operation.endpoint.routeKey);
		const exchanges = readExchanges(operation.id);
		const described = toReferences(toOperationObject(operation, exchanges));
		paths[path] = { ...paths[path], [method.toLowerCase()]: described };
	}
	return paths;
}
