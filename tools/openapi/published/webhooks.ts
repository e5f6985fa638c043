import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openSchema, type SchemaObject } from "./open-schema.ts";

const folder = join(import.meta.dirname, "../../../docs/events");

/**
 * OpenAPI's `webhooks`: the events as they are posted to a receiver (`docs/events.md`), made from the schemas in
 * `docs/events`. They are named after their detail types, such as `invoicePaid`.
 */
export const webhooks = () =>
	Object.fromEntries(
		readdirSync(folder)
			.toSorted()
			.map((file) => [
				file.replace(".schema.json", "").replace(/-(\w)/g, toUpper),
				// Unchecked cast: a test holds that these files are schemas of events.
				toWebhook(
					JSON.parse(readFileSync(join(folder, file), "utf8")) as Schema,
				),
			]),
	);

interface Schema extends SchemaObject {
	readonly $schema: string;
	readonly title: string;
}

const toUpper = (_: string, letter: string) => letter.toUpperCase();

const toWebhook = ({ $schema: _, title, ...detail }: Schema) => ({
	post: {
		operationId: `receive${title.replaceAll(" ", "")}`,
		tags: ["Events"],
		summary: title,
		description: "A delivery may be repeated, and overtaken by a later one.",
		security: [],
		requestBody: {
			required: true,
			content: {
				"application/json": { schema: envelope(title, detail) },
			},
		},
		responses: {
			"2XX": { description: "The event was taken." },
			"4XX": {
				description:
					"The event is sent again after 401, 407, 409 and 429, and not after any other.",
			},
			"5XX": { description: "The event is sent again." },
		},
	},
});

/** An event as EventBridge delivers it. */
const envelope = (title: string, detail: SchemaObject) => ({
	type: "object",
	required: ["id", "detail-type", "source", "time", "detail"],
	additionalProperties: true,
	properties: {
		id: {
			type: "string",
			description:
				"The same when a delivery is tried again, another one when the service publishes the event again: recognise an event by `detail.metadata.id`.",
		},
		"detail-type": { type: "string", description: `Always \`${title}\`.` },
		source: { type: "string", description: "Always `procurement-payments`." },
		time: { type: "string", format: "date-time" },
		detail: openSchema(detail, {}),
	},
});
