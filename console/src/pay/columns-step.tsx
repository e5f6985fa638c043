import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useSession } from "../service/session.ts";
import { checkRows } from "./check-rows.ts";
import { ColumnsTable, findProblems } from "./columns-table.tsx";
import { FileQuestions } from "./file-questions.tsx";
import {
	asksDateOrder,
	asksHiddenRows,
	failure,
	hasNameQuestions,
	rows,
	table,
	unasked,
	uses,
} from "./flow.ts";
import { NameQuestions } from "./name-questions.tsx";
import { Notes } from "./notes.tsx";
import { readRows } from "./read-file.ts";
import { SheetChoice } from "./sheet-choice.tsx";
import { goToStep } from "./steps.ts";

/** The step in which a person says what each column is. Nothing is guessed without showing it. */
export function ColumnsStep() {
	const session = useSession();
	const questions = useRef<HTMLDivElement>(null);
	const asked = useSignal(0);
	useEffect(() => {
		if (asked.value > 0) questions.current?.querySelector("h2")?.focus();
	}, [asked.value]);
	const { value: read } = table;
	if (!read) return <SheetChoice />;
	if (read.isResults)
		return (
			<>
				<SheetChoice />
				<p class="notice danger" role="alert">
					This is a file of results, whose payments were made. Choose the file
					from which it was made.
				</p>
			</>
		);
	const problems = findProblems(read.columns, uses.value);
	return (
		<>
			<SheetChoice />
			<ColumnsTable read={read} />
			<Notes notes={read.notes} />
			<div class="questions" ref={questions}>
				<FileQuestions
					read={read}
					asksUnused={asked.value > 0}
					onUnused={() => {
						unasked.value = new Set();
						void goOn();
					}}
				/>
				<NameQuestions />
			</div>
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
					disabled={problems.length > 0}
					onClick={() => void goOn()}
				>
					{rows.value.length > 0 && hasNameQuestions.value
						? "Check with these answers"
						: "Check the payments"}
				</button>
			</div>
		</>
	);

	async function goOn() {
		if (unasked.value.size > 0) {
			asked.value += 1;
			return;
		}
		const hadQuestions = rows.value.length > 0;
		if (!hadQuestions && !(await readRows(session))) return;
		// What only a person can say is asked once, before anything is sent.
		const isOpen = asksDateOrder.value || asksHiddenRows.value;
		if (isOpen || (!hadQuestions && hasNameQuestions.value)) asked.value += 1;
		else if (await checkRows(session)) goToStep("check");
		else if (failure.value) scrollTo(0, 0);
	}
}
