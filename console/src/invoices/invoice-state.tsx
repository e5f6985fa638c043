import { Big } from "big.js";
import type { Invoice } from "../../../client/src/generated/openapi.ts";
import { formatDay, today } from "../parts/instant.tsx";
import { formatAmount } from "../parts/money.tsx";
import { useSession } from "../service/session.ts";

const states: Readonly<Record<string, string>> = {
	DRAFTED: "Waits for approval",
	APPROVED: "Approved",
	VOID: "Void",
};

/** Whether something is due for the invoice. */
export const isOpen = ({ state, due }: Invoice): boolean =>
	state !== "VOID" && new Big(due).gt(0);

export const isPayable = (invoice: Invoice): boolean =>
	invoice.state === "APPROVED" && isOpen(invoice);

/** The state of an invoice in a word. Organization files may name states that the service does not know. */
export function InvoiceState({ invoice }: { invoice: Invoice }) {
	const { state } = invoice;
	const isPaid = state === "APPROVED" && !isOpen(invoice);
	return (
		<span class={`state ${isPaid ? "PAID" : state}`}>
			{isPaid ? "Paid" : (states[state] ?? state)}
		</span>
	);
}

/** An invoice without a currency of its own has the organization's. */
export function useInvoiceCurrency() {
	const { baseCurrency } = useSession().organization;
	return ({ currency }: Pick<Invoice, "currency">) => currency ?? baseCurrency;
}

/** The due date and, while something is due, how soon or how long ago that is. */
export function DueDate({ invoice }: { invoice: Invoice }) {
	const { timezone } = useSession().organization;
	const { dueDate } = invoice;
	if (dueDate === null) return <span class="quiet none">–</span>;
	const days = countDays(today(timezone), dueDate);
	return (
		<>
			{formatDay(dueDate)}
			{isOpen(invoice) && days <= soonDays && (
				<span class={`small ${days < 0 ? "overdue" : "quiet"}`}>
					{describeDays(days)}
				</span>
			)}
		</>
	);
}

/** Invoices that are due within these days are due soon. */
export const soonDays = 7;

/** @returns The number of days, negative if the day is over. */
const countDays = (from: string, to: string) =>
	Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });

const describeDays = (days: number) =>
	days < 0
		? `${-days} ${days === -1 ? "day" : "days"} overdue`
		: relative.format(days, "day");

/** The amount that is due, and the whole amount if a part is paid. */
export function Due({ invoice }: { invoice: Invoice }) {
	const currency = useInvoiceCurrency()(invoice);
	const { amount, due } = invoice;
	const isPart = new Big(due).gt(0) && !new Big(due).eq(amount);
	return (
		<>
			{formatAmount(currency, due)}
			{isPart && (
				<span class="quiet small">of {formatAmount(currency, amount)}</span>
			)}
		</>
	);
}
