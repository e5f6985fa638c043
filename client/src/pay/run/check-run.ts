import type { ProcurementPaymentsClient } from "../../client.ts";
import type {
	PaymentRun,
	PaymentRunCheckItem,
} from "../../generated/openapi.ts";
import { quote } from "../../payment-file/cells/quote.ts";
import { findContradictions } from "../../payment-file/payments/agreement.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { type Problem, toProblemCode } from "../output/problems.ts";

/**
 * Reads the whole check of a run.
 *
 * @returns The payments in the order of the request. An invoice without a currency of its own has the organization's.
 */
export async function walkCheck(
	client: ProcurementPaymentsClient,
	{ runId, total }: PaymentRun,
	{ progress }: Terminal,
): Promise<PaymentRunCheckItem[]> {
	const items: PaymentRunCheckItem[] = [];
	const { baseCurrency } = await client.getOrganization();
	let checked = 0;
	progress.start("Checking", total);
	for await (const item of client.checkPaymentRun(runId, { limit: 1_000 })) {
		const isMissing = item.reason === "NOT_FOUND";
		const currency = item.currency ?? (isMissing ? null : baseCurrency);
		items[item.position] = { ...item, currency };
		progress.update(++checked);
	}
	progress.stop();
	return items;
}

export const leaveOutReasons: ReadonlySet<string | null> = new Set([
	"ALREADY_RECORDED",
	"REPEATED",
]);

/** How messages call the invoice. */
export const describeInvoice = ({
	slug,
	vendorName,
	vendorId,
	invoiceNumber,
}: Pick<
	PaymentRunCheckItem,
	"slug" | "vendorName" | "vendorId" | "invoiceNumber"
>): string => {
	const vendor = vendorName ?? vendorId;
	if (invoiceNumber === null) return quote(slug);
	return `${quote(invoiceNumber)}${vendor === null ? "" : ` of ${quote(vendor)}`}`;
};

/** Why the payment cannot be made: what the service says, and where the file contradicts the invoice. */
export function problemsOfCheck(
	item: PaymentRunCheckItem,
	payment: Parameters<typeof findContradictions>[0] | undefined,
): Problem[] {
	const { status, reason, due, currency } = item;
	const contradictions = payment ? findContradictions(payment, item) : [];
	if (status !== "ERROR") return contradictions;
	const howMuch =
		reason === "AMOUNT_EXCEEDS" && due !== null
			? `: ${item.amount} is to be paid, and ${due} ${currency ?? ""} is due`.trimEnd()
			: "";
	return [
		...contradictions,
		{
			code: toProblemCode(reason ?? ""),
			message: `${describeInvoice(item)}${howMuch}`,
		},
	];
}
