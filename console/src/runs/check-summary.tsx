import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import {
	count,
	formatAmount,
	formatCount,
	formatSums,
	sumByCurrency,
} from "../parts/money.tsx";
import { isPrinting } from "../parts/printing.ts";
import { Theirs } from "../parts/texts.tsx";
import { problemTitles, warningTitles } from "../pay/rows.ts";
import type { CheckedRow } from "./checked-row.ts";

/** Shows what would be paid and to whom, and what would not be paid. */
export function CheckSummary({
	rows,
	leftOut,
}: {
	rows: readonly CheckedRow[];
	/** The buttons for what can be done about rows that the service leaves out. */
	leftOut?: (reason: string) => ComponentChildren;
}) {
	const { paid, skipped, bad, vendors } = useMemo(() => {
		const ofState = (wanted: CheckedRow["state"]) =>
			rows.filter(({ state }) => state === wanted);
		const payable = ofState("PAY");
		return {
			paid: payable,
			skipped: ofState("LEFT_OUT"),
			bad: ofState("PROBLEM"),
			vendors: groupBy(payable, ({ vendor }) => vendor),
		};
	}, [rows]);
	return (
		<>
			<dl class="tiles">
				<div class="tile main">
					<dt>Can be paid</dt>
					<dd>
						<span class="amount">
							{paid.length === 0 ? "Nothing" : formatSums(sumByCurrency(paid))}
						</span>
						<span class="quiet">
							{count(paid.length, "payment")}
							{paid.length > 0 && ` to ${count(vendors.size, "vendor")}`}
						</span>
					</dd>
				</div>
				<div class={`tile ${bad.length > 0 ? "bad" : ""}`}>
					<dt>Problems</dt>
					<dd>
						<span class="amount">
							{bad.length === 0 ? "None" : formatCount(bad.length)}
						</span>
						<span class="quiet">
							{bad.length > 0 &&
								`${bad.length === 1 ? "row" : "rows"} cannot be paid`}
						</span>
					</dd>
				</div>
				<div class="tile">
					<dt>Left out</dt>
					<dd>
						<span class="amount">
							{skipped.length === 0 ? "None" : formatCount(skipped.length)}
						</span>
						<span class="quiet">
							{skipped.length > 0 &&
								`${skipped.length === 1 ? "row is" : "rows are"} not paid`}
						</span>
					</dd>
				</div>
			</dl>
			{vendors.size > 0 && (
				<details
					class="card flush vendors"
					open={vendors.size <= 10 || isPrinting.value}
				>
					<summary>Totals for each vendor</summary>
					<div class="scroll">
						<table>
							<thead>
								<tr>
									<th scope="col">Vendor</th>
									<th scope="col" class="number">
										Payments
									</th>
									<th scope="col" class="number">
										Total
									</th>
								</tr>
							</thead>
							<tbody>
								{[...vendors].slice(0, vendorsMax).map(([vendor, own]) => (
									<tr key={vendor}>
										<td>
											<Theirs text={vendor || "Without a vendor"} />
										</td>
										<td class="number">{formatCount(own.length)}</td>
										<td class="number">
											{sumByCurrency(own).map(([currency, sum]) => (
												<span key={currency} class="line">
													{formatAmount(currency, sum)}
												</span>
											))}
										</td>
									</tr>
								))}
							</tbody>
							{vendors.size > 1 && (
								<tfoot>
									<tr>
										<th scope="row">In all</th>
										<td class="number">{formatCount(paid.length)}</td>
										<td class="number">
											{sumByCurrency(paid).map(([currency, sum]) => (
												<span key={currency} class="line">
													{formatAmount(currency, sum)}
												</span>
											))}
										</td>
									</tr>
								</tfoot>
							)}
						</table>
					</div>
					{vendors.size > vendorsMax && (
						<p class="card-foot quiet">
							And {count(vendors.size - vendorsMax, "more vendor")}, which are
							in the total.
						</p>
					)}
				</details>
			)}
			<Groups
				title="Left out"
				groups={groupBy(
					skipped.filter(({ reason }) => reason !== null),
					({ reason }) => reason ?? "",
				)}
				titles={problemTitles}
			>
				{leftOut}
			</Groups>
			<Groups
				title="Paid, and worth a look"
				groups={warningsOf(paid)}
				titles={warningTitles}
			/>
		</>
	);
}

/** No more vendors than these are listed by name. */
const vendorsMax = 100;
const numbersMax = 20;

/** Lists kinds of rows, with the numbers of the rows. */
function Groups({
	title,
	groups,
	titles,
	children,
}: {
	title: string;
	groups: ReadonlyMap<string, readonly CheckedRow[]>;
	titles: Readonly<Record<string, string>>;
	children?: ((code: string) => ComponentChildren) | undefined;
}) {
	if (groups.size === 0) return null;
	return (
		<section class="card groups" aria-label={title}>
			<h2>{title}</h2>
			<ul>
				{[...groups].map(([code, own]) => (
					<li key={code}>
						<p>
							<b>{titles[code] ?? code}</b>{" "}
							<span class="quiet">{listRows(own)}</span>
						</p>
						{children?.(code)}
					</li>
				))}
			</ul>
		</section>
	);
}

function listRows(rows: readonly CheckedRow[]): string {
	const shown = rows.slice(0, numbersMax).map(({ number }) => number);
	const more = rows.length - shown.length;
	return `${rows.length === 1 ? "row" : "rows"} ${shown.join(", ")}${more > 0 ? ` and ${formatCount(more)} more` : ""}`;
}

function warningsOf(rows: readonly CheckedRow[]) {
	const groups = new Map<string, CheckedRow[]>();
	for (const row of rows)
		for (const warning of row.warnings) {
			const own = groups.get(warning);
			if (own) own.push(row);
			else groups.set(warning, [row]);
		}
	return groups;
}

export function groupBy<Row>(rows: readonly Row[], key: (row: Row) => string) {
	const groups = new Map<string, Row[]>();
	for (const row of rows) {
		const own = groups.get(key(row));
		if (own) own.push(row);
		else groups.set(key(row), [row]);
	}
	return groups;
}
