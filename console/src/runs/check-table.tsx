import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Fragment } from "preact";
import { useMemo } from "preact/hooks";
import { formatDay } from "../parts/instant.tsx";
import { LinkTo } from "../parts/links.tsx";
import { formatAmount, formatCount } from "../parts/money.tsx";
import { Pager, pageOf } from "../parts/pages.tsx";
import { Theirs } from "../parts/texts.tsx";
import { problemTitles } from "../pay/rows.ts";
import type { CheckedRow } from "./checked-row.ts";

/** Lists the payments of a run or the rows of a file. Rows with problems are grouped by what is wrong with them. */
export function CheckTable({
	rows,
	title = "Payments",
	actions,
	advice,
	editor,
}: {
	rows: readonly CheckedRow[];
	title?: string;
	/** The buttons for what can be done with a row. */
	actions?: (row: CheckedRow) => ComponentChildren;
	/** What may help with a problem. */
	advice?: (row: CheckedRow) => ComponentChildren;
	/** Shown below the row that is being corrected. */
	editor?: (row: CheckedRow) => ComponentChildren;
}) {
	const page = useSignal(0);
	const bad = useMemo(
		() => rows.filter(({ state }) => state === "PROBLEM").toSorted(byKind),
		[rows],
	);
	const isOnlyBad = useSignal(bad.length > 0);
	const isFiltered = isOnlyBad.value && bad.length > 0;
	const shown = isFiltered ? bad : rows;
	const last = Math.max(0, Math.ceil(shown.length / 100) - 1);
	const current = Math.min(page.value, last);
	let kind = "";
	return (
		<section class="card flush" aria-labelledby="rows-title">
			<div class="card-heading row">
				<h2 id="rows-title">{title}</h2>
				{bad.length > 0 && (
					<label class="switch">
						<input
							type="checkbox"
							checked={isOnlyBad.value}
							onChange={(event) => {
								isOnlyBad.value = event.currentTarget.checked;
								page.value = 0;
							}}
						/>
						Only rows with problems
					</label>
				)}
			</div>
			<div class="scroll">
				<table class="payments">
					<thead>
						<tr>
							<th scope="col" class="number">
								Row
							</th>
							<th scope="col">Invoice</th>
							<th scope="col">UTR and date</th>
							<th scope="col" class="number">
								Amount
							</th>
							<th scope="col">Check</th>
							{actions && (
								<th scope="col">
									<span class="visually-hidden">Actions</span>
								</th>
							)}
						</tr>
					</thead>
					<tbody>
						{pageOf(shown, current).map((row) => {
							const own = isFiltered ? kindOf(row) : "";
							const isNewKind = own !== kind;
							kind = own;
							const form = editor?.(row);
							return (
								<Fragment key={row.number}>
									{isNewKind && (
										<tr class="kind-row">
											<th scope="rowgroup" colSpan={actions ? 6 : 5}>
												{problemTitles[own] ?? own}{" "}
												<span class="quiet">
													{formatCount(
														bad.filter((one) => kindOf(one) === own).length,
													)}
												</span>
											</th>
										</tr>
									)}
									<PaymentRow
										row={row}
										actions={form ? undefined : actions}
										hasActions={actions !== undefined}
										advice={advice?.(row)}
									/>
									{form && (
										<tr class="form-row">
											<td colSpan={actions ? 6 : 5}>{form}</td>
										</tr>
									)}
								</Fragment>
							);
						})}
					</tbody>
				</table>
			</div>
			<Pager
				page={current}
				total={shown.length}
				onPage={(next) => {
					page.value = next;
				}}
			/>
		</section>
	);
}

const kindOf = ({ problems }: CheckedRow) => problems[0]?.code ?? "";

const byKind = (one: CheckedRow, other: CheckedRow) =>
	kindOf(one).localeCompare(kindOf(other)) || one.number - other.number;

const PaymentRow = ({
	row,
	actions,
	hasActions,
	advice,
}: {
	row: CheckedRow;
	advice: ComponentChildren;
	actions: ((row: CheckedRow) => ComponentChildren) | undefined;
	hasActions: boolean;
}) => (
	<tr class={row.state.toLowerCase()}>
		<td class="number quiet" data-label="Row">
			{row.number}
		</td>
		<th scope="row">
			{row.slug ? (
				<LinkTo kind="invoice" id={row.slug} text={row.invoice} />
			) : (
				<Theirs text={row.invoice || "–"} />
			)}
			<span class="quiet small">
				<Theirs text={row.vendor} />
			</span>
		</th>
		<td class="utr">
			<Theirs text={row.utr} />
			<span class="quiet small">
				{/^\d{4}-\d\d-\d\d$/.test(row.paymentDate)
					? formatDay(row.paymentDate)
					: row.paymentDate}
			</span>
		</td>
		<td class="number money">{toAmount(row)}</td>
		<td class="verdict">
			<Verdict row={row} />
			{advice}
		</td>
		{hasActions && <td class="row-actions">{actions?.(row)}</td>}
	</tr>
);

const toAmount = ({ amount, isUnread, currency }: CheckedRow) =>
	isUnread ? amount : formatAmount(currency, amount);

function Verdict({
	row: { state, problems, warnings, reason },
}: {
	row: CheckedRow;
}) {
	if (state === "PROBLEM")
		return (
			<ul class="messages">
				{problems.map(({ code, message }) => (
					<li key={code}>{sentence(message)}</li>
				))}
			</ul>
		);
	if (state === "LEFT_OUT")
		return (
			<span class="quiet">
				{reason
					? `Left out: ${problemTitles[reason]?.toLowerCase() ?? reason}`
					: "Left out"}
			</span>
		);
	if (state === "TOTAL") return <span class="quiet">A total, no payment</span>;
	if (state === "CHANGED") return <span class="changed">Changed</span>;
	return (
		<>
			<span class="ok">Can be paid</span>
			{warnings.length > 0 && (
				<span class="quiet small">
					{warnings
						.map((one) => problemTitles[one] ?? warningText(one))
						.join(", ")}
				</span>
			)}
		</>
	);
}

const warningText = (warning: string) =>
	warning === "DATE_IN_FUTURE"
		? "The date is in the future"
		: warning === "DATE_LONG_AGO"
			? "The date is more than a year ago"
			: warning;

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
