import { withRetryTime } from "../../shared/dynamodb/table.ts";
import { listEvents } from "../../shared/endpoints/endpoints.ts";
import { eventFeedOff } from "../../shared/event-feed/errors.ts";
import type { FeedPosition } from "../../shared/event-feed/event-feed.ts";
import { readEvents } from "../../shared/event-feed/read-events.store.ts";
import { detailTypes } from "../../shared/events/service-event.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { apiHandler, type RequestContext } from "../../shared/http/pipeline.ts";
import { succeededWithJson } from "../../shared/http/response.ts";
import type { Route } from "../../shared/http/routed-handler.ts";
import type { Dependencies } from "../dependencies.ts";
import {
	fromCursor,
	invalidCursor,
	type ListIdentity,
	toCursor,
} from "./cursor.ts";
import { type ListQuery, oneOf, parseListQuery } from "./query.ts";

/** R11 */
export const eventRoute: Route<Dependencies> = {
	routeKey: listEvents.routeKey,
	create: (dependencies) =>
		apiHandler<ListQuery>(
			listEvents,
			{
				requireAccess: requireActiveUser,
				parse: ({ rawQueryString }) =>
					parseListQuery(rawQueryString, { type: oneOf(detailTypes) }),
				run: (query, request) => answer(dependencies, query, request),
			},
			dependencies.pipeline,
		),
};

async function answer(
	{ table, hasEventFeed }: Dependencies,
	{ limit, cursor, filters }: ListQuery,
	{ caller, now, retryTime }: RequestContext,
) {
	const organizationId = caller.organization.id;
	const feed: ListIdentity = {
		organizationId,
		list: listEvents.operation,
		recordId: null,
		// A cursor can be used with any type.
		filters: {},
	};
	const after = cursor === null ? null : toPosition(fromCursor(feed, cursor));
	if (!hasEventFeed) throw eventFeedOff();
	const { items, next } = await readEvents(withRetryTime(table, retryTime), {
		organizationId,
		after,
		limit,
		type: detailTypes.find((known) => known === filters.type),
		now,
	});
	const nextCursor = toCursor(feed, `${next.page}.${next.read}`);
	return succeededWithJson(
		`{"items":[${items.join()}],"nextCursor":${JSON.stringify(nextCursor)}}`,
	);
}

function toPosition(text: string): FeedPosition {
	const [, page, read] = /^(\d{1,15})\.(\d{1,3})$/.exec(text) ?? [];
	if (page === undefined) throw invalidCursor();
	return { page: Number(page), read: Number(read) };
}
