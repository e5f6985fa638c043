import { formatDay, formatInstant } from "../parts/instant.tsx";
import {
	count,
	formatAmount,
	formatSums,
	sumByCurrency,
} from "../parts/money.tsx";
import { isPrinting } from "../parts/printing.ts";
import { Theirs } from "../parts/texts.tsx";
import { useSession } from "../service/session.ts";

/** A payment of a run, on paper. */
export interface PrintedRow {
	number: number;
	invoice: string;
	vendor: string;
	utr: string;
	paymentDate: string;
	narration: string;
	currency: string | null;
	amount: string;
	/** What became of it, or would become of it. */
	verdict: string;
	paymentId: string | null;
}

export interface PrintedGroup {
	title: string;
	rows: readonly PrintedRow[];
}

/** All payments of a run on paper, with who has printed them and when. The screen shows them in pages. */
export function PrintedPayments({
	groups,
	note,
}: {
	groups: () => readonly PrintedGroup[];
	/** A remark about what the paper cannot show. */
	note?: string;
}) {
	const { userName, organization } = useSession();
	if (!isPrinting.value) return null;
	const now = formatInstant(new Date().toISOString(), organization.timezone);
	return (
		<div class="printed-payments">
			{groups().map(
				({ title, rows }) =>
					rows.length > 0 && <Group key={title} title={title} rows={rows} />,
			)}
			<p class="quiet">
				Printed by <Theirs text={userName} /> on {now} ({organization.timezone}
				). {note}
			</p>
		</div>
	);
}

const Group = ({ title, rows }: PrintedGroup) => (
	<section>
		<h2>
			{title}: {count(rows.length, "payment")},{" "}
			{formatSums(sumByCurrency(rows))}
		</h2>
		<table>
			<thead>
				<tr>
					<th scope="col" class="number">
						Row
					</th>
					<th scope="col">Invoice</th>
					<th scope="col">Vendor</th>
					<th scope="col">UTR and date</th>
					<th scope="col">Narration</th>
					<th scope="col" class="number">
						Amount
					</th>
					<th scope="col">Result</th>
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={row.number}>
						<td class="number">{row.number}</td>
						<td>{row.invoice}</td>
						<td>{row.vendor}</td>
						<td>
							{row.utr}
							<span class="line">
								{row.paymentDate && formatDay(row.paymentDate)}
							</span>
						</td>
						<td>{row.narration}</td>
						<td class="number">{formatAmount(row.currency, row.amount)}</td>
						<td>
							{row.verdict}
							<span class="line quiet">{row.paymentId}</span>
						</td>
					</tr>
				))}
			</tbody>
		</table>
	</section>
);
