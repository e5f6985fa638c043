import { useSignal } from "@preact/signals";
import type { Invoice } from "../../../client/src/generated/openapi.ts";
import { Dialog } from "../parts/dialog.tsx";
import { FailureCard } from "../parts/failure-card.tsx";
import { TextField } from "../parts/field.tsx";
import { formatDay, today } from "../parts/instant.tsx";
import { count, formatSums, sumByCurrency } from "../parts/money.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { useSession } from "../service/session.ts";
import { useInvoiceCurrency } from "./invoice-state.tsx";

/** The number and sum of what is chosen. It leads to a run that pays it, with the same check and release as a file. */
export function CreateRun({ invoices }: { invoices: readonly Invoice[] }) {
	const currencyOf = useInvoiceCurrency();
	const isAsking = useSignal(false);
	const sum = formatSums(
		sumByCurrency(
			invoices.map((one) => ({ currency: currencyOf(one), amount: one.due })),
		),
	);
	return (
		<div class="selection">
			<p role="status">
				{count(invoices.length, "invoice")} chosen, {sum} due
			</p>
			<button
				type="button"
				class="primary"
				onClick={() => {
					isAsking.value = true;
				}}
			>
				Create a run
			</button>
			{isAsking.value && (
				<RunDialog
					invoices={invoices}
					sum={sum}
					onBack={() => {
						isAsking.value = false;
					}}
				/>
			)}
		</div>
	);
}

/** Asks for what the payments of the run have in common. */
export function RunDialog({
	invoices,
	sum,
	onBack,
}: {
	invoices: readonly Invoice[];
	sum: string;
	onBack: () => void;
}) {
	const session = useSession();
	const name = useSignal(
		nameOf(invoices, today(session.organization.timezone)),
	);
	const texts = useSignal({ paymentDate: "", utr: "", narration: "" });
	const errors = useSignal<Readonly<Record<string, string>>>({});
	const isBusy = useSignal(false);
	const failure = useSignal<Failure | undefined>(undefined);
	const create = async () => {
		if (isBusy.value) return;
		isBusy.value = true;
		errors.value = {};
		failure.value = undefined;
		try {
			// The module is usually there already, since all pages are fetched ahead.
			const { payInvoices, readCommon } = await import("../pay/pages.ts");
			const { common, problems } = await readCommon(texts.value);
			errors.value = Object.fromEntries(
				problems.map(({ code, message }) => [code, `${sentence(message)}.`]),
			);
			if (common) await payInvoices(session, invoices, name.value, common);
		} catch (error) {
			failure.value = toFailure(error);
		}
		isBusy.value = false;
	};
	const change = (field: keyof typeof texts.value) => (text: string) => {
		texts.value = { ...texts.value, [field]: text };
		errors.value = {};
	};
	return (
		<Dialog title={`Pay ${count(invoices.length, "invoice")}`} onClose={onBack}>
			<p>
				This prepares a payment run of {sum}. You see its check next. Nothing is
				paid before the run is released.
			</p>
			{failure.value && <FailureCard failure={failure.value} />}
			<form
				onSubmit={(event) => {
					event.preventDefault();
					void create();
				}}
			>
				<TextField
					label="Name of the run"
					value={name.value}
					isFocused
					onInput={(text) => {
						name.value = text;
					}}
				/>
				<TextField
					label="Payment date"
					hint="Without one, the day of the release counts."
					type="date"
					value={texts.value.paymentDate}
					error={errors.value.DATE}
					onInput={change("paymentDate")}
				/>
				<TextField
					label="UTR"
					hint="If one transfer pays all of them. Each can be entered in the check."
					value={texts.value.utr}
					error={errors.value.UTR}
					onInput={change("utr")}
				/>
				<TextField
					label="Narration"
					value={texts.value.narration}
					error={errors.value.NARRATION}
					onInput={change("narration")}
				/>
				<div class="buttons">
					<button type="submit" class="primary" aria-disabled={isBusy.value}>
						Go on to the check
					</button>
					<button type="button" onClick={onBack}>
						Back
					</button>
				</div>
			</form>
		</Dialog>
	);
}

function nameOf(invoices: readonly Invoice[], day: string): string {
	const [first] = invoices;
	const what =
		first && invoices.length === 1
			? `Invoice ${first.invoiceNumber ?? first.id}`
			: count(invoices.length, "invoice");
	return `${what}, ${formatDay(day)}`;
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
