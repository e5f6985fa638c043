import { isBulkActionSlug } from "../../shared/batches/payment-batch.ts";
import { type Table, withRetryTime } from "../../shared/dynamodb/table.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { readPathIds } from "../../shared/http/path-ids.ts";
import { apiHandler, type RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeededWithJson } from "../../shared/http/response.ts";
import type { Route } from "../../shared/http/routed-handler.ts";
import { readCheckPage } from "../../shared/payment-runs/check-page.store.ts";
import { paymentRunNotFound } from "../../shared/payment-runs/errors.ts";
import { findRun } from "../../shared/payment-runs/payment-runs.store.ts";
import type { Dependencies } from "../dependencies.ts";
import {
	fromCursor,
	invalidCursor,
	type ListIdentity,
	toCursor,
} from "./cursor.ts";
import { type ListQuery, parseListQuery } from "./query.ts";

/** A page has more items than that of a list: whole chunks, of up to 100 each. */
const checkLimits = { limitDefault: 1_000, limitMax: 1_000 };

interface CheckInput extends ListQuery {
	/** undefined when no run can have the id. */
	runId: string | undefined;
}

/** `GET /v1.0/payment/run/{runId}/check` (runs P3) */
export const checkRunRoute: Route<Dependencies> = {
	routeKey: endpoints.checkPaymentRun.routeKey,
	create: ({ table, pipeline }) =>
		apiHandler<CheckInput>(
			endpoints.checkPaymentRun,
			{
				requireAccess: requireActiveUser,
				parse: (event) => ({
					...parseListQuery(event.rawQueryString, {}, checkLimits),
					runId: readPathIds(event, "runId").find(isBulkActionSlug),
				}),
				run: (input, request) =>
					checkRun(withRetryTime(table, request.retryTime), input, request),
			},
			pipeline,
		),
};

async function checkRun(
	table: Table,
	{ runId, limit, cursor }: CheckInput,
	{ caller, now }: RequestContext,
): Promise<Reply> {
	const { id: organizationId, timezone } = caller.organization;
	const identity: ListIdentity = {
		organizationId,
		list: endpoints.checkPaymentRun.operation,
		recordId: runId ?? null,
		filters: {},
	};
	// The position of a page is the number of its first chunk.
	const first = cursor === null ? 0 : Number(fromCursor(identity, cursor));
	const run = runId && (await findRun(table, { organizationId, runId }, now));
	if (!run) throw paymentRunNotFound();
	if (!(first in run.chunkSizes)) throw invalidCursor();

	const page = await readCheckPage(table, run, { first, limit, timezone, now });
	const nextCursor =
		page.next === null ? null : toCursor(identity, `${page.next}`);
	return succeededWithJson(
		`{"items":[${page.items.join()}],"nextCursor":${JSON.stringify(nextCursor)}}`,
	);
}
