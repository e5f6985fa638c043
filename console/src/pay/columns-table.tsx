import type { Column } from "../../../client/src/payment-file/table/table.ts";
import { count } from "../parts/money.tsx";
import { Theirs } from "../parts/texts.tsx";
import type { Field, ReadTable } from "../reader/messages.ts";
import type { ColumnUse } from "./column-memory.ts";
import { isRemembered, uses } from "./flow.ts";
import { setUse } from "./read-file.ts";

const useNames: readonly (readonly [Field, string])[] = [
	["invoiceNumber", "Invoice number"],
	["invoiceId", "Invoice id"],
	["vendor", "Vendor"],
	["amount", "Amount"],
	["currency", "Currency"],
	["utr", "UTR"],
	["paymentDate", "Payment date"],
	["narration", "Narration"],
];

/** The table of the file's columns, with their first values and what each column is. */
export const ColumnsTable = ({ read }: { read: ReadTable }) => (
	<section class="card flush" aria-labelledby="columns-title">
		<div class="card-heading">
			<h2 id="columns-title">What is in each column?</h2>
			<p class="quiet">
				{count(read.rowCount, "row")} below the headings of row{" "}
				{read.headingRow}.
				{isRemembered.value &&
					" The columns are set as they were for the last file with these headings."}
			</p>
		</div>
		<div class="scroll">
			<table class="columns">
				<thead>
					<tr>
						<th scope="col">Column</th>
						<th scope="col">First values</th>
						<th scope="col">What it is</th>
					</tr>
				</thead>
				<tbody>
					{read.columns.map((column) => (
						<ColumnRow key={column.position} column={column} />
					))}
				</tbody>
			</table>
		</div>
	</section>
);

function ColumnRow({
	column: { position, letters, heading, filled, samples, isHidden },
}: {
	column: Column;
}) {
	const use = uses.value[position] ?? "";
	const isUnused = use === "NOT_USED" && filled > 0;
	const name = heading || `Column ${letters}`;
	return (
		<tr class={use === "" ? "asked" : isUnused ? "unused" : undefined}>
			<th scope="row">
				<Theirs text={name} />
				<span class="quiet small">
					{heading !== "" && `Column ${letters} · `}
					{filled === 0 ? "empty" : count(filled, "value")}
					{isHidden && " · hidden"}
				</span>
			</th>
			<td>
				<ul class="samples">
					{samples.map((text, index) => (
						<li key={index}>
							<Theirs text={text} />
						</li>
					))}
				</ul>
			</td>
			<td>
				<select
					aria-label={`What is in ${name}`}
					aria-invalid={use === ""}
					value={use}
					onChange={(event) =>
						// Unchecked cast: the values are those of the options.
						setUse(position, event.currentTarget.value as ColumnUse)
					}
				>
					{use === "" && <option value="">Choose…</option>}
					{useNames.map(([field, label]) => (
						<option key={field} value={field}>
							{label}
						</option>
					))}
					<option value="NOT_USED">Not used</option>
				</select>
				{isUnused && (
					<span class="quiet small">
						{count(filled, "value is", "values are")} not read
					</span>
				)}
			</td>
		</tr>
	);
}

/** Finds the reasons why the person cannot go on. */
export function findProblems(
	columns: readonly Column[],
	chosen: Readonly<Record<number, ColumnUse>>,
): string[] {
	const used = columns.map(({ position }) => chosen[position] ?? "");
	const has = (use: ColumnUse) => used.includes(use);
	const twice = useNames.find(
		([field]) => used.filter((one) => one === field).length > 1,
	);
	return [
		...(used.includes("") ? ["Choose what the marked columns are."] : []),
		...(twice
			? [`Two columns are the ${lower(twice[1])}. Only one can be.`]
			: []),
		...(has("amount") ? [] : ["Say which column has the amount."]),
		...(has("invoiceNumber") || has("invoiceId")
			? []
			: ["Say which column has the invoice number or the invoice id."]),
	];
}

const lower = (name: string) => (name === "UTR" ? name : name.toLowerCase());
