import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { toComparable } from "../../../client/src/payment-file/payments/vendors.ts";
import { Instant } from "../parts/instant.tsx";
import { count, formatCount } from "../parts/money.tsx";
import { By } from "../parts/texts.tsx";
import { CheckSummary } from "../runs/check-summary.tsx";
import { CheckTable } from "../runs/check-table.tsx";
import type { CheckedRow } from "../runs/checked-row.ts";
import type { LeaveOut } from "../runs/prepare.ts";
import { useSession } from "../service/session.ts";
import { Notes } from "./columns-step.tsx";
import {
	answers,
	changedRows,
	checkRows,
	correctRow,
	isFound,
	isOutdated,
	leaveOut,
	leaveProblemsOut,
	leaveRowOut,
	notes,
	rows,
	run,
} from "./flow.ts";
import { RowEditor } from "./row-editor.tsx";
import {
	invoiceOf,
	isLeftOutOnPurpose,
	type PayRow,
	problemsOf,
	textsOf,
	vendorOf,
} from "./rows.ts";
import { goToStep } from "./steps.ts";

/** What the service says of each row, and what can be done about it. */
export function CheckStep() {
	const session = useSession();
	const edited = useSignal<number | undefined>(undefined);
	const { value: opened } = run;
	const { baseCurrency } = session.organization;
	const byNumber = useMemo(
		() => new Map(rows.value.map((row) => [row.number, row])),
		[rows.value],
	);
	const checked = useMemo(
		() => rows.value.map((row) => toCheckedRow(row, baseCurrency)),
		[rows.value, baseCurrency],
	);
	const bad = checked.filter(({ state }) => state === "PROBLEM").length;
	const payable = checked.filter(({ state }) => state === "PAY").length;
	if (opened?.state === "RELEASED") return <ReleasedBefore />;
	return (
		<>
			{opened && isFound.value && (
				<p class="notice">
					<span>
						This list was prepared before, by <By who={opened.createdBy} /> on{" "}
						<Instant at={opened.createdAt} />. It is the same payment run.
					</span>
				</p>
			)}
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
			{leaveOut.value.length < 2 && (
				<section class="card groups" aria-label="Paid although unusual">
					<h2>Paid all the same</h2>
					<ul>
						{allReasons
							.filter((one) => !leaveOut.value.includes(one))
							.map((one) => (
								<li key={one}>
									<label class="check">
										<input
											type="checkbox"
											checked
											onChange={() => {
												leaveOut.value = allReasons.filter(
													(other) =>
														other === one || leaveOut.value.includes(other),
												);
											}}
										/>
										{reasonTexts[one]}
									</label>
								</li>
							))}
					</ul>
				</section>
			)}
			<CheckTable
				rows={checked}
				title="Rows of the file"
				actions={(row) => (
					<Actions
						row={row}
						onEdit={() => {
							edited.value = row.number;
						}}
					/>
				)}
				advice={(row) => <Advice row={row} />}
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
			<div class="actions">
				<p class="action-text" role="status">
					{isOutdated.value
						? changedRows.value > 0
							? `${count(changedRows.value, "row was", "rows were")} changed since the check.`
							: "What is left out was changed since the check."
						: bad > 0
							? `${count(bad, "row")} cannot be paid. Correct ${bad === 1 ? "it" : "them"}, or go on without ${bad === 1 ? "it" : "them"}.`
							: payable === 0
								? "Nothing can be paid."
								: ""}
				</p>
				{bad > 0 && !isOutdated.value && (
					<button
						type="button"
						class={payable > 0 ? "primary" : undefined}
						onClick={() => {
							leaveProblemsOut();
							void checkRows(session);
						}}
					>
						Leave {formatCount(bad)} out and check again
					</button>
				)}
				{isOutdated.value && (
					<button
						type="button"
						class="primary"
						onClick={() => void checkRows(session)}
					>
						Check again
					</button>
				)}
				{bad === 0 && !isOutdated.value && (
					<button
						type="button"
						class="primary"
						disabled={payable === 0}
						onClick={() => goToStep("release")}
					>
						Go on to the release
					</button>
				)}
			</div>
		</>
	);
}

const allReasons = [
	"ALREADY_RECORDED",
	"REPEATED",
] as const satisfies LeaveOut[];

const reasonTexts: Readonly<Record<LeaveOut, string>> = {
	ALREADY_RECORDED: "Payments that are recorded already",
	REPEATED: "Rows that are the same as an earlier one",
};

function Actions({ row, onEdit }: { row: CheckedRow; onEdit: () => void }) {
	const { number, state, invoice } = row;
	const own = rows.value.find((one) => one.number === number);
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

/** The invoice that may be meant: a spreadsheet makes 502 of 000502. */
function Advice({ row: { number, similar } }: { row: CheckedRow }) {
	const own = rows.value.find((one) => one.number === number);
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

function ReleasedBefore() {
	const { base } = useSession();
	const { value: opened } = run;
	if (!opened) return null;
	return (
		<section class="card" aria-labelledby="released-title">
			<h2 id="released-title">These payments were released before</h2>
			<p>
				The same list is the payment run “{opened.name}”, which{" "}
				<By who={opened.releasedBy} /> released
				{opened.releasedAt && (
					<>
						{" "}
						on <Instant at={opened.releasedAt} />
					</>
				)}
				. Nothing is paid again.
			</p>
			<div class="buttons">
				<a class="button primary" href={`${base}/runs/${opened.runId}`}>
					See its results
				</a>
			</div>
		</section>
	);
}

function toCheckedRow(row: PayRow, baseCurrency: string): CheckedRow {
	const { number, isLeftOut, isTotal, isChanged, payment, check } = row;
	const problems = problemsOf(row);
	const texts = textsOf(row);
	const isSkipped = check && isLeftOutOnPurpose(check) && !isChanged;
	return {
		number,
		invoice: invoiceOf(row),
		vendor: vendorOf(row) || vendorText(texts.vendor),
		amount: payment?.amount ?? texts.amount ?? "",
		currency: check ? check.currency : (payment?.currency ?? baseCurrency),
		utr: payment?.utr ?? texts.utr ?? "",
		paymentDate: payment?.paymentDate ?? texts.paymentDate ?? "",
		narration: payment?.narration ?? texts.narration ?? "",
		state: isLeftOut
			? "LEFT_OUT"
			: problems.length > 0
				? "PROBLEM"
				: isTotal
					? "TOTAL"
					: isChanged || !check
						? "CHANGED"
						: isSkipped
							? "LEFT_OUT"
							: "PAY",
		problems,
		warnings: check?.warnings ?? [],
		reason: isSkipped && !isLeftOut ? (check?.reason ?? null) : null,
		similar: row.similar,
	};
}

/** A vendor that a person has chosen for a text of the file. */
const vendorText = (text = "") =>
	answers.value.vendors.get(toComparable(text)) ?? text;
