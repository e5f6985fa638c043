import type { ComponentChildren } from "preact";
import { formatDay } from "../parts/instant.tsx";
import { LinkTo } from "../parts/links.tsx";
import { formatAmount } from "../parts/money.tsx";
import { Pager } from "../parts/pages.tsx";
import { Theirs } from "../parts/texts.tsx";
import type { Outcome } from "./outcomes.ts";

/** A page of the payments of a run that has ended. */
export const OutcomeTable = ({
	title,
	canChoose = false,
	page,
	total,
	onPage,
	rows,
	children,
}: {
	title: string;
	/** The rows begin with a cell in which they can be chosen. */
	canChoose?: boolean;
	page: number;
	/** Payments on all pages. */
	total: number;
	onPage: (page: number) => void;
	rows: ComponentChildren;
	/** Below the table. */
	children?: ComponentChildren;
}) => (
	<section class="card flush" aria-label={title}>
		<div class="scroll">
			<table class="payments results">
				<thead>
					<tr>
						{canChoose && (
							<th scope="col">
								<span class="visually-hidden">Choose</span>
							</th>
						)}
						<th scope="col" class="number">
							Row
						</th>
						<th scope="col">Invoice</th>
						<th scope="col">UTR and date</th>
						<th scope="col" class="number">
							Amount
						</th>
						<th scope="col">Result</th>
					</tr>
				</thead>
				<tbody>{rows}</tbody>
			</table>
		</div>
		<Pager page={page} total={total} onPage={onPage} />
		{children}
	</section>
);

/** What was to be paid; the result follows in a cell of its own. */
export const OutcomeCells = ({
	outcome: {
		number,
		slug,
		reason,
		invoice,
		vendor,
		utr,
		paymentDate,
		amount,
		currency,
	},
}: {
	outcome: Outcome;
}) => (
	<>
		<td class="number quiet" data-label="Row">
			{number}
		</td>
		<th scope="row">
			{reason === "NOT_FOUND" ? (
				<Theirs text={invoice} />
			) : (
				<LinkTo kind="invoice" id={slug} text={invoice} />
			)}
			<span class="quiet small">
				<Theirs text={vendor} />
			</span>
		</th>
		<td class="utr">
			<Theirs text={utr} />
			<span class="quiet small">{paymentDate && formatDay(paymentDate)}</span>
		</td>
		<td class="number money">{formatAmount(currency, amount)}</td>
	</>
);
