import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { CheckSummary } from "../runs/check-summary.tsx";
import { CheckTable } from "../runs/check-table.tsx";
import { runCurrency } from "../runs/run-currency.ts";
import { useSession } from "../service/session.ts";
import { CheckActions } from "./check-actions.tsx";
import { toCheckedRow } from "./checked-file-row.ts";
import { correctRow } from "./correct-rows.ts";
import {
	DiscardedMeanwhile,
	KeptRun,
	PreparedBefore,
	ReleasedBefore,
} from "./earlier-run.tsx";
import { isFromInvoices, leaveOut, notes, rows, run } from "./flow.ts";
import { Notes } from "./notes.tsx";
import { PaidAllTheSame } from "./paid-all-the-same.tsx";
import { Advice, RowActions } from "./row-actions.tsx";
import { RowEditor } from "./row-editor.tsx";

/** Shows what the service says about each row, and what can be done about it. */
export function CheckStep() {
	const currency = runCurrency(useSession().organization);
	const edited = useSignal<number | undefined>(undefined);
	const byNumber = useMemo(
		() => new Map(rows.value.map((row) => [row.number, row])),
		[rows.value],
	);
	const checked = useMemo(
		() => rows.value.map((row) => toCheckedRow(row, currency)),
		[rows.value, currency],
	);
	if (run.value?.state === "RELEASED") return <ReleasedBefore />;
	return (
		<>
			<PreparedBefore />
			<DiscardedMeanwhile />
			<CheckSummary
				rows={checked}
				leftOut={(reason) => (
					<label class="check">
						<input
							type="checkbox"
							checked={false}
							onChange={() => {
								leaveOut.value = leaveOut.value.filter((one) => one !== reason);
							}}
						/>
						Pay these rows too
					</label>
				)}
			/>
			<PaidAllTheSame />
			<CheckTable
				rows={checked}
				title={isFromInvoices.value ? "Payments" : "Rows of the file"}
				actions={(row) => (
					<RowActions
						row={row}
						own={byNumber.get(row.number)}
						onEdit={() => {
							edited.value = row.number;
						}}
					/>
				)}
				advice={(row) => <Advice row={row} own={byNumber.get(row.number)} />}
				editor={({ number }) => {
					const row = byNumber.get(number);
					if (edited.value !== number || !row) return undefined;
					const close = () => {
						edited.value = undefined;
					};
					return (
						<RowEditor
							row={row}
							onSave={async (texts) => {
								const problems = await correctRow(number, texts);
								if (problems.length === 0) close();
								return problems;
							}}
							onCancel={close}
						/>
					);
				}}
			/>
			<Notes notes={notes.value} />
			<KeptRun />
			<CheckActions rows={checked} />
		</>
	);
}
