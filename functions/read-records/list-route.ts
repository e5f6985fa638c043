import type { Key } from "../../shared/dynamodb/keys.ts";
import { chooseId } from "../../shared/dynamodb/reads/choose-id.ts";
import { type Table, withRetryTime } from "../../shared/dynamodb/table.ts";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { type PathIds, readPathIds } from "../../shared/http/path-ids.ts";
import { apiHandler, type RequestContext } from "../../shared/http/pipeline.ts";
import { succeededWithJson } from "../../shared/http/response.ts";
import type { Route } from "../../shared/http/routed-handler.ts";
import { readPage } from "../../shared/lists/read-page.store.ts";
import type { RecordList } from "../../shared/lists/record-list.store.ts";
import type { Caller } from "../../shared/organizations/organization.ts";
import type { Dependencies } from "../dependencies.ts";
import {
	fromCursor,
	invalidCursor,
	type ListIdentity,
	toCursor,
} from "./cursor.ts";
import { type FilterRules, type ListQuery, parseListQuery } from "./query.ts";

export interface ListRoute {
	filters?: FilterRules;
	/** For the list of a record: the path parameter with its id, and its key. */
	record?: {
		parameter: string;
		toKey: (organizationId: string, id: string) => Key;
	};
	/** Throws for filters that cannot be combined. */
	requireFilters?: (filters: ListQuery["filters"]) => void;
	/** Throws when the caller may not read the list that a valid query asks for. */
	requireAccess?: (caller: Caller, filters: ListQuery["filters"]) => void;
	/** For the list of a record that follows from the caller: its id. */
	ofCaller?: (caller: Caller, filters: ListQuery["filters"]) => string;
	open: (request: ListRequest) => RecordList | Promise<RecordList>;
}

/** The validated request for a list. */
export interface ListRequest {
	table: Table;
	organizationId: string;
	now: Date;
	/** Id of the record whose list it is; null for a list of the organization. */
	recordId: string | null;
	/** Validated filters by name. */
	filters: ListQuery["filters"];
}

type ListInput = ListQuery & { recordIds: PathIds | null };

/** A list route (R1, "Lists"). The whole query is validated before anything is read. */
export const listRoute = (
	endpoint: Endpoint,
	list: ListRoute,
): Route<Dependencies> => ({
	routeKey: endpoint.routeKey,
	create: ({ table, pipeline }) =>
		apiHandler<ListInput>(
			endpoint,
			{
				requireAccess: requireActiveUser,
				parse(event) {
					const { filters = {}, record } = list;
					const query = parseListQuery(event.rawQueryString, filters);
					list.requireFilters?.(query.filters);
					const recordIds = record && readPathIds(event, record.parameter);
					return { ...query, recordIds: recordIds ?? null };
				},
				run: (input, request) =>
					answer(
						{ table: withRetryTime(table, request.retryTime), endpoint, list },
						input,
						request,
					),
			},
			pipeline,
		),
});

async function answer(
	{
		table,
		endpoint,
		list: { record, open, requireAccess, ofCaller },
	}: { table: Table; endpoint: Endpoint; list: ListRoute },
	{ limit, cursor, filters, recordIds }: ListInput,
	{ caller, now }: RequestContext,
) {
	const organizationId = caller.organization.id;
	const recordId =
		record && recordIds
			? await chooseId(table, recordIds, (id) =>
					record.toKey(organizationId, id),
				)
			: (ofCaller?.(caller, filters) ?? null);
	const identity: ListIdentity = {
		organizationId,
		list: endpoint.operation,
		recordId,
		filters,
	};
	const after = cursor === null ? null : fromCursor(identity, cursor);
	requireAccess?.(caller, filters);
	const list = await open({ table, organizationId, now, recordId, filters });
	if (after !== null && !list.isPosition(after)) throw invalidCursor();
	const { items, next } = await readPage(list, { after, limit });
	const nextCursor = next === null ? null : toCursor(identity, next);
	return succeededWithJson(
		`{"items":[${items.join()}],"nextCursor":${JSON.stringify(nextCursor)}}`,
	);
}
