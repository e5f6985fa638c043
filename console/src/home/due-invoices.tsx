import type { Invoice } from "../../../client/src/generated/openapi.ts";
import { soonDays, useInvoiceCurrency } from "../invoices/invoice-state.tsx";
import { formatDay, today } from "../parts/instant.tsx";
import { count, formatSums, sumByCurrency } from "../parts/money.tsx";
import { useStart } from "../service/list.ts";
import { Loaded } from "../service/load.tsx";
import { useSession } from "../service/session.ts";

/** Shows what is overdue, and what is due within a week. */
export function DueInvoices() {
	const { base, organization } = useSession();
	const day = today(organization.timezone);
	const afterSoon = addDays(day, soonDays + 1);
	const read = useStart("/v1.0/invoice", {
		open: "true",
		dueBefore: afterSoon,
	});
	return (
		<Loaded of={read} what="what is due">
			{({ items, nextCursor }) => {
				const overdue = items.filter(({ dueDate }) => (dueDate ?? "") < day);
				const isPart = nextCursor !== null;
				return (
					<section aria-label="What is due">
						<dl class="tiles two">
							<DueTile
								title="Overdue"
								invoices={overdue}
								isPart={isPart}
								href={`${base}/invoices?show=OVERDUE`}
								look="bad"
							/>
							<DueTile
								title={`Due by ${formatDay(addDays(day, soonDays))}`}
								note={overdue.length > 0 ? ", overdue ones included" : ""}
								invoices={items}
								isPart={isPart}
								href={`${base}/invoices?dueBefore=${afterSoon}`}
							/>
						</dl>
						{isPart && (
							<p class="quiet small">
								There are more invoices than were looked at here: the figures
								are a part.
							</p>
						)}
					</section>
				);
			}}
		</Loaded>
	);
}

function DueTile({
	title,
	note = "",
	invoices,
	isPart,
	href,
	look = "",
}: {
	title: string;
	note?: string;
	invoices: readonly Invoice[];
	/** Whether there are more invoices than were counted. */
	isPart: boolean;
	href: string;
	look?: string;
}) {
	const currencyOf = useInvoiceCurrency();
	const sums = sumByCurrency(
		invoices.map((one) => ({ currency: currencyOf(one), amount: one.due })),
	);
	const isNone = invoices.length === 0 && !isPart;
	return (
		<div class={`tile ${isNone ? "" : look}`}>
			<dt>{title}</dt>
			<dd>
				{isNone ? (
					<span class="amount">Nothing</span>
				) : (
					<>
						<a class="amount" href={href}>
							{isPart && "More than "}
							{formatSums(sums)}
						</a>
						<span class="quiet">
							{count(invoices.length, "invoice")}
							{isPart && " and more"}
							{note}
						</span>
					</>
				)}
			</dd>
		</div>
	);
}

const addDays = (day: string, days: number) =>
	new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
