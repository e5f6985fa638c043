import { count } from "../parts/money.tsx";
import type { ReadTable } from "../reader/messages.ts";
import { useSession } from "../service/session.ts";
import {
	asksDateOrder,
	asksHiddenRows,
	dateOrder,
	hiddenRows,
} from "./flow.ts";
import { readRows } from "./read-file.ts";

/** What the rows leave open, and only a person can say. */
export function FileQuestions({ read }: { read: ReadTable }) {
	const session = useSession();
	return (
		<>
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
	hint?: string;
	options: readonly (readonly [Value, string])[];
	onChoose: (value: Value) => void;
}) => (
	<section class="card question">
		<h2 tabIndex={-1}>{title}</h2>
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
