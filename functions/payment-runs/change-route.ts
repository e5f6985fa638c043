import { isBulkActionSlug } from "../../shared/batches/payment-batch.ts";
import { requestTable } from "../../shared/dynamodb/retries/request-table.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { readPathIds } from "../../shared/http/path-ids.ts";
import { apiHandler, type RequestContext } from "../../shared/http/pipeline.ts";
import type { Reply } from "../../shared/http/response.ts";
import type { Route } from "../../shared/http/routed-handler.ts";
import type { Caller } from "../../shared/organizations/organization.ts";
import { paymentRunNotFound } from "../../shared/payment-runs/errors.ts";
import type { PaymentRun } from "../../shared/payment-runs/payment-run.ts";
import { findRun } from "../../shared/payment-runs/payment-runs.store.ts";
import type { RunDependencies } from "./dependencies.ts";

/** Changes a run that exists. */
export type ChangeRun = (
	dependencies: RunDependencies & { table: Table },
	run: PaymentRun,
	request: RequestContext,
) => Promise<Reply>;

/**
 * A route that releases or discards a run. Neither the body nor `If-Match` is read.
 *
 * @param requireAllowed Throws when this caller may not do it now, whichever run it is.
 */
export const changeRoute = (
	endpoint: Endpoint,
	change: ChangeRun,
	requireAllowed?: (caller: Caller, now: Date) => void,
): Route<RunDependencies> => ({
	routeKey: endpoint.routeKey,
	create: (dependencies) =>
		apiHandler<{ runId: string | undefined }>(
			endpoint,
			{
				requireAccess: requireActiveUser,
				parse: (event) => ({
					runId: readPathIds(event, "runId").find(isBulkActionSlug),
				}),
				async run({ runId }, request) {
					const { caller, now } = request;
					requireAllowed?.(caller, now);
					if (runId === undefined) throw paymentRunNotFound();
					const table = requestTable(dependencies.table, request);
					const id = { organizationId: caller.organization.id, runId };
					const run = await findRun(table, id, now);
					if (!run) throw paymentRunNotFound();
					return change({ ...dependencies, table }, run, request);
				},
			},
			dependencies.pipeline,
		),
});
