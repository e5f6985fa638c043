import type { ComponentChildren } from "preact";
import { count } from "../parts/money.tsx";
import { Theirs } from "../parts/texts.tsx";
import type { ReadTable } from "../reader/messages.ts";
import { useSession } from "../service/session.ts";
import {
	asksDateOrder,
	asksHiddenRows,
	dateOrder,
	hiddenRows,
	unasked,
} from "./flow.ts";
import { readRows } from "./read-file.ts";

/** Asks what the rows leave open and only a person can say. */
export function FileQuestions({
	read,
	asksUnused,
	onUnused,
}: {
	read: ReadTable;
	/** Whether to ask if the columns that are not used are meant to be left out. */
	asksUnused: boolean;
	onUnused: () => void;
}) {
	const session = useSession();
	const unused = read.columns.filter(({ position }) =>
		unasked.value.has(position),
	);
	return (
		<>
			{asksUnused && unused.length > 0 && (
				<Choice
					title={`${count(unused.length, "column is", "columns are")} not used. Is that right?`}
					hint={unused.map(({ heading, letters, samples }) => (
						<span key={letters} class="line">
							<b>
								<Theirs text={heading || `Column ${letters}`} />
							</b>
							: <Theirs text={samples.join(", ")} />
						</span>
					))}
					options={[
						[
							"YES",
							unused.length === 1
								? "Yes, go on without it"
								: "Yes, go on without them",
						],
					]}
					onChoose={onUnused}
				/>
			)}
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
		</>
	);
}

const Choice = <Value extends string>({
	title,
	hint,
	options,
	onChoose,
}: {
	title: string;
	hint?: ComponentChildren;
	options: readonly (readonly [Value, string])[];
	onChoose: (value: Value) => void;
}) => (
	<section class="card question">
		<h2 tabIndex={-1}>{title}</h2>
		{hint && <p>{hint}</p>}
		<div class="buttons">
			{options.map(([value, label]) => (
				<button key={value} type="button" onClick={() => onChoose(value)}>
					{label}
				</button>
			))}
		</div>
	</section>
);
