import { useSignal } from "@preact/signals";
import { TextField } from "../parts/field.tsx";
import type { Field, RowProblem, RowTexts } from "../reader/messages.ts";
import { type PayRow, type Problem, problemsOf, textsOf } from "./rows.ts";

const labels: Readonly<Partial<Record<Field, string>>> = {
	invoiceNumber: "Invoice number",
	invoiceId: "Invoice id",
	vendor: "Vendor, by name or id",
	amount: "Amount",
	utr: "UTR",
	paymentDate: "Payment date",
	narration: "Narration",
};

const fieldOfCode: Readonly<Record<string, Field>> = {
	INVOICE: "invoiceNumber",
	NOT_FOUND: "invoiceNumber",
	VENDOR: "vendor",
	AMOUNT: "amount",
	AMOUNT_EXCEEDS: "amount",
	CURRENCY: "amount",
	UTR: "utr",
	DATE: "paymentDate",
	DATE_ORDER: "paymentDate",
	NARRATION: "narration",
};

/** Lets a person correct a row in its place. What is typed is read as it would be in a file. */
export function RowEditor({
	row,
	onSave,
	onCancel,
}: {
	row: PayRow;
	/** @returns What is wrong with the texts. */
	onSave: (texts: RowTexts) => Promise<readonly RowProblem[]>;
	onCancel: () => void;
}) {
	const texts = useSignal<RowTexts>(textsOf(row));
	const problems = useSignal<readonly Problem[]>(problemsOf(row));
	const byId = texts.value.invoiceId !== undefined;
	const fields: Field[] = [
		...(byId
			? (["invoiceId"] as const)
			: (["invoiceNumber", "vendor"] as const)),
		...(["amount", "utr", "paymentDate", "narration"] as const),
	];
	const focused =
		fields.find((field) => problems.value.some(isOf(field, byId))) ?? fields[0];
	return (
		<form
			class="row-editor"
			aria-label={`Correct row ${row.number}`}
			onSubmit={async (event) => {
				event.preventDefault();
				problems.value = await onSave(texts.value);
			}}
			onKeyDown={(event) => event.key === "Escape" && onCancel()}
		>
			<div class="fields">
				{fields.map((field) => (
					<TextField
						key={field}
						label={labels[field]}
						value={texts.value[field] ?? ""}
						isFocused={field === focused}
						error={problems.value
							.filter(isOf(field, byId))
							.map(({ message }) => sentence(message))
							.join(" ")}
						onInput={(text) => {
							texts.value = { ...texts.value, [field]: text };
						}}
					/>
				))}
			</div>
			{problems.value
				.filter((one) => !fields.some((field) => isOf(field, byId)(one)))
				.map(({ message }) => (
					<p key={message} class="error">
						{sentence(message)}
					</p>
				))}
			<div class="buttons">
				<button type="submit" class="primary">
					Save row {row.number}
				</button>
				<button type="button" onClick={onCancel}>
					Cancel
				</button>
			</div>
		</form>
	);
}

const isOf = (field: Field, byId: boolean) => (problem: Problem) => {
	const own = fieldOfCode[problem.code];
	return own === "invoiceNumber" && byId
		? field === "invoiceId"
		: own === field;
};

const sentence = (text: string) =>
	`${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
