import { listEvents as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { detailTypes } from "../../../shared/events/service-event.ts";
import {
	instant,
	listOf,
	oneOfValues,
	record,
	text,
} from "../../../shared/schemas/record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { filter, pageParameters } from "../parameters.ts";

const eventSchema = record({
	id: { ...text, description: "`detail.metadata.id`" },
	type: oneOfValues(detailTypes),
	time: instant,
	detail: {
		type: "object",
		description:
			"`metadata` and `data`, as `docs/events` has their JSON Schemas by type.",
		required: ["metadata", "data"],
		properties: { metadata: { type: "object" }, data: { type: "object" } },
	},
});

export const listEvents: Exhibit = {
	endpoint,
	tag: "Events",
	summary: "List events, oldest first",
	description:
		"What has changed, in an order that never changes. Store `nextCursor`, which is never null, and ask again with it, for any `type`: when nothing is new, `items` is empty and `nextCursor` the same. Without a cursor, the list begins with the oldest event that is kept, for 30 days.",
	query: [
		...pageParameters(),
		filter("type", "Events of this type.", oneOfValues(detailTypes)),
	],
	data: record({ items: listOf(eventSchema), nextCursor: text }),
	errors: {
		400: ["VALIDATION_ERROR"],
		404: ["EVENT_FEED_OFF"],
		410: ["CURSOR_EXPIRED"],
	},
	demo: { query: { limit: "10" }, expected: {} },
};
