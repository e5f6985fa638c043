import type { PaymentRunCheckItem } from "../../generated/openapi.ts";
import { toNumbers } from "../../payment-file/payments/read-payments.ts";
import { describeInvoice, leaveOutReasons } from "../run/check-run.ts";
import {
	count,
	describeTotal,
	describeVendors,
	type Figure,
} from "./figures.ts";
import { describeProblems, toProblemCode } from "./problems.ts";

/** A payment of a run, with the number by which the user knows it. */
export interface CheckedPayment {
	number: number;
	check: PaymentRunCheckItem;
}

export const toFigure = (check: PaymentRunCheckItem): Figure => ({
	amount: String(check.amount),
	currency: check.currency,
	vendor: check.vendorName ?? check.vendorId,
});

export interface CheckReport {
	lines: readonly string[];
	/** The payments that can be made. */
	payable: readonly CheckedPayment[];
	/** Whether something is unusual, so that a script must confirm it. */
	isUnusual: boolean;
}

/** Describes what a run would do: its payments by vendor, what is left out, and what is unusual. */
export function reportCheck(payments: readonly CheckedPayment[]): CheckReport {
	const payable = payments.filter(({ check }) => check.status === "DONE");
	const skipped = payments.filter(({ check }) => check.status === "SKIPPED");
	const warnings = describeWarnings(payable);
	const figures = payable.map(({ check }) => toFigure(check));
	return {
		lines: [
			...(skipped.length > 0
				? [
						`${count(skipped.length, "payment")} left out:`,
						...describeProblems(skipped.map(toSkipped)),
					]
				: []),
			...warnings,
			...(payable.length > 0
				? [
						"Can be paid:",
						...describeVendors(figures),
						`  In all: ${describeTotal(figures)}`,
					]
				: []),
		],
		payable,
		isUnusual: warnings.length > 0,
	};
}

const toSkipped = ({ number, check }: CheckedPayment) => ({
	number,
	problems: [
		{
			code: toProblemCode(check.reason ?? ""),
			message: `${describeInvoice(check)}${leaveOutReasons.has(check.reason) ? "; --include-repeats pays it all the same" : ""}`,
		},
	],
});

const warningTexts: Readonly<Record<string, string>> = {
	ALREADY_RECORDED: "recorded already",
	REPEATED: "equal to that of an earlier row",
	DATE_IN_FUTURE: "with a date in the future",
	DATE_LONG_AGO: "with a date more than a year ago",
};

function describeWarnings(payable: readonly CheckedPayment[]): string[] {
	const byWarning = new Map<string, CheckedPayment[]>();
	for (const payment of payable)
		for (const warning of payment.check.warnings) {
			const own = byWarning.get(warning) ?? [];
			byWarning.set(warning, own);
			own.push(payment);
		}
	return [...byWarning].map(
		([warning, own]) =>
			`Warning: ${count(own.length, "payment")} ${warningTexts[warning] ?? `with the warning ${warning}`}: ${toNumbers(own)}`,
	);
}
