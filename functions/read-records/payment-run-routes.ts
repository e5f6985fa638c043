import { isBulkActionSlug } from "../../shared/batches/payment-batch.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { paymentRunNotFound } from "../../shared/payment-runs/errors.ts";
import { toPaymentRunRecord } from "../../shared/payment-runs/payment-run.record.ts";
import { runStates } from "../../shared/payment-runs/payment-run.ts";
import { findRun } from "../../shared/payment-runs/payment-runs.store.ts";
import { paymentRunList } from "../../shared/payment-runs/read-payment-runs.store.ts";
import { checkRunRoute } from "./check-run-route.ts";
import { listRoute } from "./list-route.ts";
import { oneOf } from "./query.ts";
import { recordRoute } from "./record-route.ts";

/** Runs P3 */
export const paymentRunRoutes = [
	listRoute(endpoints.listPaymentRuns, {
		filters: { state: oneOf(runStates) },
		open: ({ table, organizationId, now, filters: { state } }) =>
			paymentRunList(
				table,
				{ organizationId, now },
				{ state: runStates.find((known) => known === state) },
			),
	}),
	recordRoute(endpoints.getPaymentRun, {
		async find({ table, organizationId, ids, now }) {
			const runId = ids.find(isBulkActionSlug);
			const run =
				runId && (await findRun(table, { organizationId, runId }, now));
			return run
				? { record: toPaymentRunRecord(run), version: run.version }
				: undefined;
		},
		notFound: paymentRunNotFound,
	}),
	checkRunRoute,
];
