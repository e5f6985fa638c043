import type { PaymentRunCheckItem } from "../../generated/openapi.ts";
import type { RequestBody } from "../../operations/operation-types.ts";
import type { LoadedRow } from "../file/load-file.ts";
import type { Problem } from "../output/problems.ts";

export type RunEntry = RequestBody<"createPaymentRun">["resources"][number];

/** A row of the file on its way to a payment. */
export interface PayRow {
	row: LoadedRow;
	/** The entry of the run; absent when the row is not a payment, or cannot be sent. */
	entry?: RunEntry;
	/** What the service says about the payment before it is made. */
	check?: PaymentRunCheckItem;
	/** Why the payment cannot be made. */
	problems: readonly Problem[];
}

/** A row that can be sent. */
export interface SentRow extends PayRow {
	entry: RunEntry;
}

export const isSent = (row: PayRow): row is SentRow =>
	row.entry !== undefined && row.problems.length === 0;
