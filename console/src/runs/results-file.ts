import { resultHeadings } from "../../../client/src/payment-file/table/headings.ts";
import { askReader, saveFile } from "../reader/reader.ts";
import { type Outcome, outcomeTexts } from "./outcomes.ts";
import { isReversed } from "./reversals.ts";

const ownHeadings = [
	...["Row", "Vendor", "Invoice number", "Invoice id"],
	...["Amount", "Currency", "UTR", "Payment date", "Narration"],
];

/** Makes the browser save the results, behind the columns of the file if that is open in this tab. */
export async function saveResults({
	format,
	name,
	outcomes,
	hasFile,
}: {
	format: "csv" | "xlsx";
	name: string;
	outcomes: readonly Outcome[];
	hasFile: boolean;
}) {
	const file = await askReader("write", {
		format,
		headings: [...(hasFile ? [] : ownHeadings), ...resultHeadings],
		amounts: hasFile ? [] : [ownHeadings.indexOf("Amount")],
		rows: outcomes.map((outcome) => [
			...(hasFile ? [] : toOwnCells(outcome)),
			...toResultCells(outcome),
		]),
		...(hasFile && { fileRows: outcomes.map(({ number }) => number) }),
	});
	saveFile(
		file,
		`${name.replace(/\.(xlsx|csv|txt|tsv)$/i, "")}.results.${format}`,
	);
}

const toOwnCells = (outcome: Outcome) => [
	String(outcome.number),
	outcome.vendor,
	outcome.invoice,
	outcome.slug,
	outcome.amount,
	outcome.currency ?? "",
	outcome.utr,
	outcome.paymentDate,
	outcome.narration,
];

const toResultCells = ({ status, reason, paymentId }: Outcome) =>
	isReversed(paymentId)
		? ["REVERSED", "", "The payment was reversed", paymentId ?? ""]
		: [status, reason ?? "", outcomeTexts[reason ?? ""] ?? "", paymentId ?? ""];
