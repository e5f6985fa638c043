import { type Reply, succeededWithJson } from "../../shared/http/response.ts";
import { toExactJson } from "../../shared/json/exact-json.ts";
import { toPaymentRunRecord } from "../../shared/payment-runs/payment-run.record.ts";
import type { PaymentRun } from "../../shared/payment-runs/payment-run.ts";

/** Runs P2, P4 and P5: 200 with the record. */
export const toReply = (run: PaymentRun): Reply =>
	succeededWithJson(toExactJson(toPaymentRunRecord(run)));
