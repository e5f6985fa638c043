import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Invoice } from "../../../client/src/generated/openapi.ts";
import { VersionMismatchError } from "../../../client/src/http/errors.ts";
import { Confirm } from "../parts/dialog.tsx";
import { FailureCard } from "../parts/failure-card.tsx";
import { formatAmount, formatSums } from "../parts/money.tsx";
import { PrintButton } from "../parts/record.tsx";
import { Theirs } from "../parts/texts.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { may, useSession } from "../service/session.ts";
import { useVendorName } from "../service/vendor-names.ts";
import { RunDialog } from "./create-run.tsx";
import { isPayable, useInvoiceCurrency } from "./invoice-state.tsx";

type Change = "APPROVED" | "VOID";

/** The buttons for what this person can do with an invoice. */
export function InvoiceActions({
	invoice,
	onChanged,
	onOutdated,
}: {
	invoice: Invoice;
	/** @param text What was done. */
	onChanged: (text: string) => void;
	/** Called when the invoice was changed meanwhile. */
	onOutdated: () => void;
}) {
	const session = useSession();
	const currency = useInvoiceCurrency()(invoice);
	const asked = useSignal<Change | "PAY" | undefined>(undefined);
	const isBusy = useSignal(false);
	const failure = useSignal<Failure | undefined>(undefined);
	const back = () => {
		asked.value = undefined;
	};
	const change = async (state: Change) => {
		isBusy.value = true;
		failure.value = undefined;
		try {
			const { id, version } = invoice;
			await session.client.updateInvoice(id, { state }, { ifVersion: version });
			onChanged(
				state === "VOID" ? "The invoice is void." : "The invoice is approved.",
			);
		} catch (error) {
			failure.value =
				error instanceof VersionMismatchError
					? changedMeanwhile
					: toFailure(error);
			if (failure.value.kind === "REFUSED") onOutdated();
		}
		isBusy.value = false;
		back();
	};
	const isDraft = invoice.state === "DRAFTED";
	const isHeld = invoice.lock !== null || invoice.platformPaymentInFlight;
	const mayWrite = may(session, "invoices:write");
	const mayVoid =
		!isHeld &&
		mayWrite &&
		(isDraft || (invoice.state === "APPROVED" && Number(invoice.paid) === 0));
	const button = (name: string, what: Change | "PAY", look?: string) => (
		<button
			type="button"
			class={look}
			onClick={() => {
				asked.value = what;
			}}
		>
			{name}
		</button>
	);
	return (
		<>
			{isDraft &&
				mayWrite &&
				may(session, "invoices:approve") &&
				button("Approve", "APPROVED", "primary")}
			{isPayable(invoice) &&
				!isHeld &&
				may(session, "payments:prepare") &&
				button("Pay", "PAY", "primary")}
			{mayVoid && button("Void", "VOID", "danger")}
			<PrintButton />
			{failure.value && (
				<div class="action-failure">
					<FailureCard failure={failure.value} />
				</div>
			)}
			{asked.value === "PAY" && (
				<RunDialog
					invoices={[invoice]}
					sum={formatSums([[currency, invoice.due]])}
					onBack={back}
				/>
			)}
			{asked.value === "APPROVED" && (
				<Confirm
					title="Approve this invoice?"
					yes="Yes, approve"
					isBusy={isBusy.value}
					onYes={() => void change("APPROVED")}
					onBack={back}
				>
					<Subject invoice={invoice}>
						An approved invoice can be paid, and no longer changed.
					</Subject>
				</Confirm>
			)}
			{asked.value === "VOID" && (
				<Confirm
					title="Void this invoice?"
					yes="Yes, void"
					isDanger
					isBusy={isBusy.value}
					onYes={() => void change("VOID")}
					onBack={back}
				>
					<Subject invoice={invoice}>
						A void invoice cannot be paid, and its number is not used again.
					</Subject>
				</Confirm>
			)}
		</>
	);
}

function Subject({
	invoice,
	children,
}: {
	invoice: Invoice;
	children: ComponentChildren;
}) {
	const currency = useInvoiceCurrency()(invoice);
	const vendor = useVendorName(invoice.vendorId ?? "");
	return (
		<>
			<p>
				<b>{formatAmount(currency, invoice.amount)}</b>
				{vendor && (
					<>
						{" to "}
						<Theirs text={vendor} />
					</>
				)}
				, number <Theirs text={invoice.invoiceNumber ?? invoice.id} />
			</p>
			<p class="quiet">{children}</p>
		</>
	);
}

const changedMeanwhile: Failure = {
	kind: "REFUSED",
	title: "Somebody has changed this invoice meanwhile",
	text: "Nothing of yours was done. The page shows the invoice as it is now: look at it, then try again.",
	mayTryAgain: false,
};
