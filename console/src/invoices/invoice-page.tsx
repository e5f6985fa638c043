import { useSignal } from "@preact/signals";
import type { Invoice } from "../../../client/src/generated/openapi.ts";
import { Heading } from "../app/heading.tsx";
import { BackTo } from "../parts/back-to.tsx";
import { formatDay, Instant } from "../parts/instant.tsx";
import { VendorLink } from "../parts/links.tsx";
import { formatAmount } from "../parts/money.tsx";
import { Field, Fields, RecordPage } from "../parts/record.tsx";
import { By, Theirs } from "../parts/texts.tsx";
import { Loaded, useLoad } from "../service/load.tsx";
import { useSession } from "../service/session.ts";
import { InvoiceActions } from "./invoice-actions.tsx";
import { DueDate, InvoiceState, useInvoiceCurrency } from "./invoice-state.tsx";
import { Payments } from "./payments.tsx";

/** The page of an invoice: what is due, its payments, and who did what. */
export function InvoicePage({ id }: { id: string }) {
	const { client } = useSession();
	const read = useLoad(`invoice ${id}`, (signal) =>
		client.getInvoice(id, { signal }),
	);
	return (
		<>
			<BackTo section="invoices" name="Invoices" />
			{read.kind !== "READY" && <Heading title="Invoice" />}
			<Loaded of={read} what="the invoice">
				{(invoice, reload) => <Shown invoice={invoice} reload={reload} />}
			</Loaded>
		</>
	);
}

function Shown({ invoice, reload }: { invoice: Invoice; reload: () => void }) {
	/** What was done; it is shown until the invoice has another version. */
	const done = useSignal("");
	return (
		<RecordPage
			kind="Invoice"
			title={invoice.invoiceNumber ?? invoice.id}
			focusOn={invoice.id}
			state={<InvoiceState invoice={invoice} />}
			actions={
				<InvoiceActions
					invoice={invoice}
					onChanged={(text) => {
						done.value = text;
						reload();
					}}
					onOutdated={reload}
				/>
			}
		>
			{done.value !== "" && (
				<p class="notice good" role="status">
					{done.value}
				</p>
			)}
			<Holds invoice={invoice} />
			<Figures invoice={invoice} />
			<Fields>
				<Field label="Vendor">
					{invoice.vendorId && <VendorLink id={invoice.vendorId} />}
				</Field>
				<Field label="Invoice date">
					{invoice.invoiceDate && formatDay(invoice.invoiceDate)}
				</Field>
				<Field label="Due on">
					<DueDate invoice={invoice} />
				</Field>
				<Field label="Id">
					<Theirs text={invoice.id} />
				</Field>
				{invoice.description && (
					<Field label="Description" isWide>
						<Theirs text={invoice.description} />
					</Field>
				)}
			</Fields>
			<WhoDidWhat invoice={invoice} />
			<Payments invoice={invoice} onReversed={reload} />
		</RecordPage>
	);
}

/** Says why the invoice cannot be paid, voided or corrected at the moment. */
function Holds({
	invoice: { lock, platformPaymentInFlight },
}: {
	invoice: Invoice;
}) {
	return (
		<>
			{lock && (
				<p class="notice">
					<span>
						<b>Locked</b> by “<Theirs text={lock.holder} />” until{" "}
						<Instant at={lock.expiresAt} />. Until then nothing of it can be
						paid, voided or reversed.
					</span>
				</p>
			)}
			{platformPaymentInFlight && (
				<p class="notice">
					<span>
						<b>A payment is under way on the platform.</b> Until it has ended,
						nothing of the invoice can be paid, voided or reversed.
					</span>
				</p>
			)}
		</>
	);
}

function Figures({ invoice }: { invoice: Invoice }) {
	const currency = useInvoiceCurrency()(invoice);
	return (
		<dl class="tiles three">
			<div class="tile main">
				<dt>Due</dt>
				<dd class="amount">{formatAmount(currency, invoice.due)}</dd>
			</div>
			<div class="tile">
				<dt>Paid</dt>
				<dd class="amount">{formatAmount(currency, invoice.paid)}</dd>
			</div>
			<div class="tile">
				<dt>Invoiced</dt>
				<dd class="amount">{formatAmount(currency, invoice.amount)}</dd>
			</div>
		</dl>
	);
}

const WhoDidWhat = ({ invoice }: { invoice: Invoice }) => (
	<Fields title="Who did what">
		<Field label="Entered">
			<Step who={invoice.createdBy} at={invoice.createdAt} />
		</Field>
		<Field label="Approved">
			{invoice.approvedAt === null ? (
				invoice.state === "APPROVED" ? (
					<span class="quiet">It is not recorded who did this.</span>
				) : (
					<span class="quiet">Not yet</span>
				)
			) : (
				<Step who={invoice.approvedBy} at={invoice.approvedAt} />
			)}
		</Field>
		<Field label="Changed last">
			<Step who={invoice.updatedBy} at={invoice.updatedAt} />
		</Field>
	</Fields>
);

/** Says who did something, and when. What an organization file says names no person. */
export const Step = ({
	who,
	at,
}: {
	who: Invoice["createdBy"];
	at: string;
}) => (
	<>
		{who ? <By who={who} /> : "An organization file"}
		{who?.keyId && " with an API key"}
		<span class="quiet small">
			<Instant at={at} />
		</span>
	</>
);
