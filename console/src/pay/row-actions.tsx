import type { CheckedRow } from "../runs/checked-row.ts";
import { correctRow, leaveRowOut } from "./correct-rows.ts";
import { type PayRow, textsOf } from "./rows.ts";

/** The buttons for what can be done with a row. */
export function RowActions({
	row: { number, state, invoice },
	own,
	onEdit,
}: {
	row: CheckedRow;
	/** The same row as the file has it. */
	own: PayRow | undefined;
	onEdit: () => void;
}) {
	if (!own) return null;
	if (own.isLeftOut)
		return (
			<button
				type="button"
				class="link"
				onClick={() => leaveRowOut(number, false)}
				aria-label={`Pay row ${number} after all`}
			>
				Undo
			</button>
		);
	return (
		<>
			<button
				type="button"
				class="link"
				aria-label={`Correct row ${number}, ${invoice}`}
				onClick={onEdit}
			>
				Correct
			</button>
			{state !== "LEFT_OUT" && state !== "TOTAL" && (
				<button
					type="button"
					class="link"
					aria-label={`Leave out row ${number}, ${invoice}`}
					onClick={() => leaveRowOut(number, true)}
				>
					Leave out
				</button>
			)}
		</>
	);
}

/** Offers the invoice that may be meant, since a spreadsheet turns 000502 into 502. */
export function Advice({
	row: { number, similar },
	own,
}: {
	row: CheckedRow;
	own: PayRow | undefined;
}) {
	if (!similar || !own) return null;
	return (
		<button
			type="button"
			class="link"
			onClick={() =>
				void correctRow(number, { ...textsOf(own), invoiceNumber: similar })
			}
		>
			Use {similar}, which is open
		</button>
	);
}
