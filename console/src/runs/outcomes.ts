import type {
	BatchResult,
	BatchStatus,
	PaymentRun,
	PaymentRunCheckItem,
} from "../../../client/src/generated/openapi.ts";
import type { Client } from "../service/client.ts";

/** A payment of a released run, with what became of it. */
export interface Outcome {
	number: number;
	position: number;
	slug: string;
	invoice: string;
	vendor: string;
	amount: string;
	currency: string | null;
	utr: string;
	paymentDate: string;
	narration: string;
	status: "DONE" | "ERROR" | "SKIPPED";
	reason: string | null;
	paymentId: string | null;
}

/** A payment whose result was lost may have been made, so that somebody must look at it. */
const lost = {
	status: "ERROR",
	reason: "PROCESSING_FAILED",
	paymentId: null,
} as const;

export const toOutcomes = (
	items: readonly PaymentRunCheckItem[],
	results: ReadonlyMap<number, BatchResult>,
	/** Of payments whose invoice does not exist. */
	currencyOfMissing: string | null,
): Outcome[] =>
	items.map((item): Outcome => {
		const result = results.get(item.position);
		const { ref, position } = item;
		const reason = result && "reason" in result ? result.reason : null;
		return {
			number: /^\d{1,9}$/.test(ref ?? "") ? Number(ref) : position + 1,
			position,
			slug: item.slug,
			invoice: item.invoiceNumber ?? item.slug,
			vendor: item.vendorName ?? item.vendorId ?? "",
			amount: String(item.amount),
			currency: reason === "NOT_FOUND" ? currencyOfMissing : item.currency,
			utr: item.utr ?? "",
			paymentDate: item.paymentDate ?? "",
			narration: item.narration ?? "",
			...(result
				? {
						status: result.status,
						reason,
						paymentId: result.paymentId,
					}
				: lost),
		};
	});

/** What became of a payment. Those that were left out on purpose did not fail. */
export function fateOf({
	status,
	reason,
}: Pick<Outcome, "status" | "reason">): "PAID" | "NOT_PAID" | "LEFT_OUT" {
	if (status === "DONE") return "PAID";
	const isLeftOut = reason === "ALREADY_RECORDED" || reason === "REPEATED";
	return isLeftOut ? "LEFT_OUT" : "NOT_PAID";
}

const pageLimit = 1_000;

/** Reads the results of a batch that has ended, by position. */
export async function readResults(
	client: Client,
	{ runId, total }: Pick<PaymentRun, "runId" | "total">,
	onProgress: (done: number) => void,
	signal: AbortSignal,
): Promise<Map<number, BatchResult>> {
	const results = new Map<number, BatchResult>();
	let cursor: string | undefined;
	do {
		const page: BatchStatus = await client.getBatch(
			runId,
			{ limit: pageLimit, ...(cursor !== undefined && { cursor }) },
			{ signal },
		);
		for (const result of page.results)
			if (result.position !== null) results.set(result.position, result);
		onProgress(Math.min(total, results.size));
		cursor = page.nextCursor;
	} while (cursor !== undefined);
	return results;
}

export const outcomeTexts: Readonly<Record<string, string>> = {
	NOT_FOUND: "There is no such invoice",
	INVALID_STATE: "The invoice is not approved",
	PLATFORM_PAYMENT_IN_FLIGHT:
		"A payment of the invoice on the platform has not settled yet",
	AMOUNT_EXCEEDS: "The amount is more than is due",
	LOCK_HELD: "Somebody else worked on the invoice",
	ALREADY_RECORDED: "The payment was recorded before",
	REPEATED: "The same payment is in an earlier row",
	BATCH_STOPPED: "The run was stopped before this payment",
	PROCESSING_FAILED:
		"The service gave up. Look at the payments of the invoice before you pay it again",
};
