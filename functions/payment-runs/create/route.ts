import { requestTable } from "../../../shared/dynamodb/retries/request-table.ts";
import * as endpoints from "../../../shared/endpoints/endpoints.ts";
import { jsonBody } from "../../../shared/http/json-body.ts";
import { requireActiveUser } from "../../../shared/http/middleware/authorize.ts";
import { apiHandler } from "../../../shared/http/pipeline.ts";
import type { Route } from "../../../shared/http/routed-handler.ts";
import type { RunDependencies } from "../dependencies.ts";
import { createRun } from "./create-run.ts";
import { type NewRun, toNewRun } from "./new-run.ts";
import { validate } from "./schema.validator.js";

const readBody = jsonBody(validate);

/** `POST /v1.0/payment/run` (runs P2) */
export const createRoute: Route<RunDependencies> = {
	routeKey: endpoints.createPaymentRun.routeKey,
	create: ({ table, pipeline }) =>
		apiHandler<NewRun>(
			endpoints.createPaymentRun,
			{
				requireAccess: requireActiveUser,
				parse: (event) => toNewRun(readBody(event)),
				run: (body, request) =>
					createRun(requestTable(table, request), body, request),
			},
			pipeline,
		),
};
