import type { Schema } from "../../shared/schemas/record-schema.ts";
import type { Exhibit } from "../exhibits/exhibit.ts";
import type { NamedExhibit } from "../exhibits/exhibits.ts";
import type { Exchange } from "./exchanges.ts";
import { toParameters } from "./parameters.ts";
import { describeRepetition } from "./repetition.ts";
import { requestSchema } from "./request-schema.ts";
import { toResponses } from "./responses.ts";

/** OpenAPI's "Operation Object". */
export function toOperationObject(
	operation: NamedExhibit,
	exchanges: readonly Exchange[],
): Schema {
	const { endpoint, id, tag, summary, additionalPermission } = operation;
	const parameters = toParameters(operation);
	return {
		operationId: id,
		tags: [tag],
		summary,
		description: describe(operation),
		"x-permissions": {
			anyOf: endpoint.permissions,
			...(additionalPermission && { additional: additionalPermission }),
		},
		...(parameters.length > 0 && { parameters }),
		...(operation.body && {
			requestBody: toRequestBody(operation.body, exchanges),
		}),
		...(endpoint.sessions && { security: [{ apiKey: [] }, { session: [] }] }),
		responses: toResponses(operation, exchanges),
	};
}

function describe(operation: Exhibit): string {
	const repetition = describeRepetition(operation);
	return [
		operation.description,
		...(repetition ? [repetition] : []),
		describePermissions(operation),
	].join("\n\n");
}

function describePermissions({
	endpoint: { permissions },
	additionalPermission,
}: Exhibit): string {
	if (permissions.length === 0)
		return "Permission: none. Any valid key, also of an inactive user.";
	const needed = permissions.map((one) => `\`${one}\``).join(" or ");
	const also = additionalPermission
		? `; \`${additionalPermission.permission}\` as well ${additionalPermission.when}`
		: "";
	return `Permission: ${needed}${also}.`;
}

function toRequestBody(body: object, exchanges: readonly Exchange[]): Schema {
	const sent = exchanges.filter(
		({ request, response }) =>
			// A body that was refused as invalid is not an example.
			request.body !== undefined && response.status !== 400,
	);
	const examples = Object.fromEntries(
		sent.map(({ name, summary, request }) => [
			name,
			{ summary, value: request.body },
		]),
	);
	const schema = requestSchema(body);
	return {
		required: true,
		content: {
			"application/json": { schema, ...(sent.length > 0 && { examples }) },
		},
	};
}
