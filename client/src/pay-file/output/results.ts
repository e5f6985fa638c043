import type { FileRow } from "../input/file-row.ts";
import type { RowState } from "../journal/journal-state.ts";
import type { RowResult } from "./row-result.ts";

/** The columns of a result file, behind those of the file that was paid. */
export const resultHeader = [
	...["line", "invoiceId", "amount", "utr", "paymentDate", "status", "reason"],
	...["message", "idempotencyKey", "batch", "paymentId"],
];

/** What is known of a row at the end of a run that pays. */
export function toRowResult(
	{ problems }: FileRow,
	state: RowState | undefined,
	isDryRun: boolean,
): RowResult {
	const { key = "", bulkActionSlug = "", reason = "" } = state ?? {};
	const { paymentId = "" } = state ?? {};
	const sent = {
		...{ reason, message: messages[reason] ?? "" },
		...{ key, bulkActionSlug, paymentId },
	};
	if (state?.status === "DONE") return { ...sent, status: "DONE" };
	if (state?.status === "OPEN")
		return { ...sent, status: "OPEN", message: messages.OPEN };
	if (state?.status === "UNKNOWN")
		return { ...sent, status: "UNKNOWN", message: messages.UNKNOWN };
	if (problems.length > 0)
		return { ...sent, status: "INVALID", ...toInvalid(problems) };
	if (isDryRun) return { ...sent, status: "READY", reason: "", message: "" };
	if (state?.status === "ERROR" || state?.status === "SKIPPED")
		return { ...sent, status: state.status };
	return { ...sent, status: "NOT_SENT" };
}

/** Why a row is bad. */
export const toInvalid = (problems: FileRow["problems"]) => ({
	reason: [...new Set(problems.map((problem) => problem.reason))].join(" "),
	message: problems.map((problem) => problem.message).join("; "),
});

const messages = {
	OPEN: "The outcome is not known yet: run the same command again",
	UNKNOWN:
		"It cannot be found out whether this row was paid: look for its amount and UTR among the payments of the invoice",
	NOT_FOUND: "No invoice has this id",
	INVALID_STATE: "The invoice is not APPROVED",
	PLATFORM_PAYMENT_IN_FLIGHT:
		"A payment of the invoice on the platform has not settled yet",
	AMOUNT_EXCEEDS: "The amount is more than is due",
	LOCK_HELD: "Another action on the invoice was in progress; run again",
	BATCH_STOPPED:
		"The batch was stopped before this row was paid; run again only if it is to be paid",
	PROCESSING_FAILED: "The service gave the row up; nothing was paid; run again",
	NOT_RECORDED: "The request was sent, and this row was not paid; run again",
	MAP_BATCH_IN_PROGRESS: "Another batch was running; run again",
} as const satisfies Record<string, string> as Record<string, string> & {
	OPEN: string;
	UNKNOWN: string;
};

export const toResultCells = (
	{ line, cells, payment }: FileRow,
	{ status, reason, message, key, bulkActionSlug, paymentId }: RowResult,
): string[] => [
	String(line),
	payment?.slug ?? cells.invoiceId,
	payment?.amount ?? cells.amount,
	payment?.utr ?? cells.utr,
	payment?.paymentDate ?? cells.paymentDate,
	...[status, reason, message, key, bulkActionSlug, paymentId],
];

/** Those of version 1.0. */
const formerNames: Partial<Record<string, string>> = {
	slug: "invoiceId",
	bulkActionSlug: "batch",
};

/**
 * Where the columns of a result file begin: behind those of the file that was paid, which may have the same names. Undefined:
 * it is none. Files of earlier versions had no payment ids, which were last.
 */
export function findResultColumns(
	headers: readonly string[],
): { start: number; hasPaymentIds: boolean } | undefined {
	const names = headers.map((name) => formerNames[name.trim()] ?? name.trim());
	for (const length of [resultHeader.length, resultHeader.length - 1])
		for (let start = names.length - length; start >= 0; start--)
			if (
				resultHeader
					.slice(0, length)
					.every((name, index) => names[start + index] === name)
			)
				return { start, hasPaymentIds: length === resultHeader.length };
	return undefined;
}
