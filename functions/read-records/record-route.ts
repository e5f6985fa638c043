import { type Table, withRetryTime } from "../../shared/dynamodb/table.ts";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import type { ApiError } from "../../shared/errors/api-error.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { type PathIds, readPathIds } from "../../shared/http/path-ids.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import { succeededWithJson } from "../../shared/http/response.ts";
import type { Route } from "../../shared/http/routed-handler.ts";
import { toExactJson } from "../../shared/json/exact-json.ts";
import type { Dependencies } from "../dependencies.ts";

export interface RecordRoute {
	find: (request: RecordRequest) => Promise<FoundRecord | undefined>;
	/** The 404 error of this kind of record. */
	notFound: () => ApiError;
}

export interface RecordRequest {
	table: Table;
	organizationId: string;
	now: Date;
	/** The ids that the path may stand for; an empty one when the route has none. */
	ids: PathIds;
}

interface FoundRecord {
	record: object;
	/** Set for records that have a version. */
	version?: number;
}

/** A route that returns one record by its id. Query parameters are ignored (R1, "Requests"). */
export const recordRoute = (
	endpoint: Endpoint,
	route: RecordRoute,
): Route<Dependencies> => ({
	routeKey: endpoint.routeKey,
	create: ({ table: shared, pipeline }) =>
		apiHandler<{ ids: PathIds }>(
			endpoint,
			{
				requireAccess: requireActiveUser,
				parse(event) {
					const [name = ""] = Object.keys(event.pathParameters ?? {});
					return { ids: readPathIds(event, name) };
				},
				async run({ ids }, { caller, now, retryTime }) {
					const table = withRetryTime(shared, retryTime);
					const organizationId = caller.organization.id;
					const found = await route.find({ table, organizationId, now, ids });
					if (!found) throw route.notFound();
					return succeededWithJson(toExactJson(found.record), found.version);
				},
			},
			pipeline,
		),
});
