import type { Table } from "../dynamodb/table.ts";
import { creationList } from "../lists/creation-list.store.ts";
import type { RecordList } from "../lists/record-list.store.ts";
import { toPaymentRunRecord } from "./payment-run.record.ts";
import { isVisibleAt, type RunState } from "./payment-run.ts";
import { toRun } from "./payment-runs.store.ts";

/** Runs P3: the organization's payment runs, newest first, without expired ones. */
export const paymentRunList = (
	table: Table,
	{ organizationId, now }: { organizationId: string; now: Date },
	filters: { state?: RunState | undefined },
): RecordList =>
	creationList(table, {
		organizationId,
		kind: "PAYMENT_RUN",
		toStored: toRun,
		filters,
		toRecord: (run) =>
			isVisibleAt(run, now) ? toPaymentRunRecord(run) : undefined,
	});
