import type { Permission } from "../../shared/domain/organization/organization.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { apiHandler, type RequestContext } from "../../shared/http/pipeline.ts";
import { succeededWithJson } from "../../shared/http/response.ts";
import {
	type Table,
	withRetryTime,
} from "../../shared/store/dynamodb/table.ts";
import { readPage } from "../../shared/store/lists/read-page.ts";
import type { RecordList } from "../../shared/store/lists/record-list.ts";
import type { Dependencies } from "../dependencies.ts";
import {
	fromCursor,
	invalidCursor,
	type ListIdentity,
	toCursor,
} from "./cursor.ts";
import { type FilterRules, type ListQuery, parseListQuery } from "./query.ts";

export interface ListRoute {
	/** Identifies the list in logs and in its cursors. */
	name: string;
	permission: Permission;
	filters?: FilterRules;
	/** Throws for filters that cannot be combined. */
	requireFilters?: (filters: ListQuery["filters"]) => void;
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

type ListInput = ListQuery & { recordId: string | null };

/** A list route (records R1, "Lists"). The whole query is validated before anything is read. */
export const listRoute =
	(list: ListRoute) =>
	({ table, pipeline }: Dependencies) =>
		apiHandler<ListInput>(
			{
				operation: list.name,
				permission: list.permission,
				requireAccess: requireActiveUser,
				idempotencyKey: "unused",
				parse({ rawQueryString, pathParameters }) {
					const query = parseListQuery(rawQueryString, list.filters ?? {});
					list.requireFilters?.(query.filters);
					return { ...query, recordId: pathParameters?.id ?? null };
				},
				run: (input, request) =>
					answer(withRetryTime(table, request.retryTime), list, input, request),
			},
			pipeline,
		);

async function answer(
	table: Table,
	{ name, open }: ListRoute,
	{ limit, cursor, filters, recordId }: ListInput,
	{ caller, now }: RequestContext,
) {
	const organizationId = caller.organization.id;
	const identity: ListIdentity = {
		organizationId,
		list: name,
		recordId,
		filters,
	};
	const after = cursor === null ? null : fromCursor(identity, cursor);
	const list = await open({ table, organizationId, now, recordId, filters });
	if (after !== null && !list.isPosition(after)) throw invalidCursor();
	const { items, next } = await readPage(list, { after, limit });
	const nextCursor = next === null ? null : toCursor(identity, next);
	return succeededWithJson(
		`{"items":[${items.join()}],"nextCursor":${JSON.stringify(nextCursor)}}`,
	);
}
