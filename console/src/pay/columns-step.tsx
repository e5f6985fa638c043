import {
	type Delimiter,
	delimiters,
} from "../../../client/src/payment-file/sheets/opened-file.ts";
import type { Column } from "../../../client/src/payment-file/table/table.ts";
import { count } from "../parts/money.tsx";
import { Theirs } from "../parts/texts.tsx";
import type { Field } from "../reader/messages.ts";
import { useSession } from "../service/session.ts";
import type { ColumnUse } from "./column-memory.ts";
import {
	asksDateOrder,
	asksHiddenRows,
	book,
	checkRows,
	chooseSheet,
	dateOrder,
	failure,
	fileName,
	hasNameQuestions,
	hiddenRows,
	isRemembered,
	readRows,
	rows,
	setUse,
	splitAt,
	table,
	uses,
} from "./flow.ts";
import { NameQuestions } from "./name-questions.tsx";
import { goToStep } from "./steps.ts";

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

/** Says what each column is. Nothing is guessed in silence. */
export function ColumnsStep() {
	const session = useSession();
	const { value: read } = table;
	const problems = read ? findProblems(read.columns, uses.value) : [];
	const isReady = problems.length === 0 && !read?.isResults;
	return (
		<>
			<SheetChoice />
			{read?.isResults && (
				<p class="notice danger" role="alert">
					This is a file of results: its payments were made. Choose the file
					from which it was made.
				</p>
			)}
			{read && !read.isResults && (
				<>
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
										<th scope="col">Is the</th>
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
					<Notes notes={read.notes} />
					{asksDateOrder.value && (
						<Choice
							title="Which day is 03/04/2026?"
							hint="The file has dates that may be two days."
							options={[
								["day-first", "3 April: the day comes first"],
								["month-first", "4 March: the month comes first"],
							]}
							onChoose={(one) => {
								dateOrder.value = one;
								void readRows(session);
							}}
						/>
					)}
					{asksHiddenRows.value && (
						<Choice
							title={`${count(read.hiddenRowCount, "row is", "rows are")} hidden or filtered out. Are they to be paid?`}
							options={[
								["LEAVE_OUT", "No, leave them out"],
								["PAY", "Yes, pay them like the others"],
							]}
							onChoose={(one) => {
								hiddenRows.value = one;
								void readRows(session);
							}}
						/>
					)}
					<NameQuestions />
					<div class="actions">
						<p class="action-text">
							{problems[0] ??
								(hasNameQuestions.value
									? "Rows without an answer are listed as problems in the next step."
									: "")}
						</p>
						<button
							type="button"
							class="primary"
							disabled={!isReady}
							onClick={() => void goOn()}
						>
							{rows.value.length > 0 && hasNameQuestions.value
								? "Check with these answers"
								: "Check the payments"}
						</button>
					</div>
				</>
			)}
		</>
	);

	async function goOn() {
		const hadQuestions = rows.value.length > 0;
		if (!hadQuestions && !(await readRows(session))) return;
		// What only a person can say is asked before anything is sent, once.
		if (asksDateOrder.value || asksHiddenRows.value) return;
		if (!hadQuestions && hasNameQuestions.value) return;
		if (await checkRows(session)) goToStep("check");
		else if (failure.value) scrollTo(0, 0);
	}
}

/** Why one cannot go on. */
function findProblems(
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

function SheetChoice() {
	const session = useSession();
	const { value: opened } = book;
	const { value: read } = table;
	if (!opened) return null;
	const others = opened.sheets.filter(({ index }) => index !== read?.sheet);
	return (
		<section class="card sheet" aria-label="The file">
			<p class="file-name">
				<Theirs text={fileName.value} />
			</p>
			{opened.sheets.length > 1 && (
				<label>
					Sheet
					<select
						value={read?.sheet ?? ""}
						onChange={(event) =>
							void chooseSheet(session, Number(event.currentTarget.value))
						}
					>
						{!read && <option value="">Choose…</option>}
						{opened.sheets.map(({ index, name, isHidden }) => (
							<option key={index} value={index}>
								{name}
								{isHidden ? " (hidden)" : ""}
							</option>
						))}
					</select>
				</label>
			)}
			{read && (
				<label>
					Headings are in
					<select
						value={read.headingRow}
						onChange={(event) =>
							void chooseSheet(
								session,
								read.sheet,
								Number(event.currentTarget.value),
							)
						}
					>
						{read.start.map(({ number, texts }) => (
							<option key={number} value={number}>
								Row {number}: {shorten(texts)}
							</option>
						))}
					</select>
				</label>
			)}
			{opened.delimiter && (
				<label>
					Values are separated by
					<select
						value={opened.delimiter}
						onChange={(event) =>
							// Unchecked cast: the values are those of the options.
							void splitAt(session, event.currentTarget.value as Delimiter)
						}
					>
						{delimiters.map((one) => (
							<option key={one} value={one}>
								{delimiterNames[one]}
							</option>
						))}
					</select>
				</label>
			)}
			{read && others.length > 0 && (
				<p class="quiet small">
					Not read: {others.map(({ name }) => `“${name}”`).join(", ")}
				</p>
			)}
		</section>
	);
}

const delimiterNames: Readonly<Record<Delimiter, string>> = {
	",": "Commas",
	";": "Semicolons",
	"\t": "Tabs",
	"|": "Bars",
};

function shorten(texts: readonly string[]): string {
	const text = texts.filter((one) => one.trim() !== "").join(" · ");
	return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

export function Notes({ notes }: { notes: readonly string[] }) {
	if (notes.length === 0) return null;
	return (
		<section class="card notes" aria-label="What else is in the file">
			<h2>What else is in the file</h2>
			<ul>
				{notes.map((note) => (
					<li key={note}>
						<Theirs text={note} />
					</li>
				))}
			</ul>
		</section>
	);
}

const Choice = <Value extends string>({
	title,
	hint,
	options,
	onChoose,
}: {
	title: string;
	hint?: string;
	options: readonly (readonly [Value, string])[];
	onChoose: (value: Value) => void;
}) => (
	<section class="card question" role="alert">
		<h2>{title}</h2>
		{hint && <p class="quiet">{hint}</p>}
		<div class="buttons">
			{options.map(([value, label]) => (
				<button key={value} type="button" onClick={() => onChoose(value)}>
					{label}
				</button>
			))}
		</div>
	</section>
);
