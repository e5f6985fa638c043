import type {
	Invoice,
	Payment,
} from "../../../client/src/generated/openapi.ts";
import { useChoice } from "../parts/choice.ts";
import { formatDay, Instant } from "../parts/instant.tsx";
import { LinkTo } from "../parts/links.tsx";
import { type Column, ListCard } from "../parts/list-card.tsx";
import { formatAmount } from "../parts/money.tsx";
import { By, Person, Theirs } from "../parts/texts.tsx";
import { ReversePayments } from "../runs/reverse-payments.tsx";
import { useList } from "../service/list.ts";
import { useLoad } from "../service/load.tsx";
import { may, useSession } from "../service/session.ts";
import { useInvoiceCurrency } from "./invoice-state.tsx";

/** The payments of an invoice, newest first: who made each, and who reversed it and why. */
export function Payments({
	invoice,
	onReversed,
}: {
	invoice: Invoice;
	onReversed: () => void;
}) {
	const session = useSession();
	const currency = useInvoiceCurrency()(invoice);
	const money = (amount: Payment["amount"]) => formatAmount(currency, amount);
	// The list depends on the version, since another version may have other payments.
	const list = useList("/v1.0/invoice/{id}/payments", {}, { id: invoice.id });
	const choice = useChoice<Payment>(
		({ id }) => id,
		({ reversedAt, amount, paymentDate }) =>
			reversedAt === null
				? `Choose ${money(amount)} of ${formatDay(paymentDate)}`
				: undefined,
	);
	return (
		<>
			<h2 class="list-title">Payments</h2>
			<ListCard
				title="Payments"
				what="the payments"
				list={list}
				keyOf={({ id }) => id}
				columns={columnsFor(money)}
				choice={may(session, "payments:reverse") ? choice : undefined}
			>
				<p class="quiet">Nothing of this invoice was paid.</p>
			</ListCard>
			{choice.items.length > 0 && (
				<ReversePayments
					outcomes={choice.items.map(({ id, amount }, position) => ({
						slug: invoice.id,
						paymentId: id,
						position,
						amount: String(amount),
						currency,
					}))}
					onReversed={(position) => {
						choice.choose(choice.items.slice(position, position + 1), false);
						if (list.loading.kind === "READY") list.loading.reload();
						onReversed();
					}}
				/>
			)}
		</>
	);
}

const columnsFor = (
	money: (amount: Payment["amount"]) => string,
): readonly Column<Payment>[] => [
	{
		name: "Paid on",
		kind: "head",
		cell: ({ paymentDate, utr, narration }) => (
			<>
				<b>{formatDay(paymentDate)}</b>
				{utr && (
					<span class="quiet small">
						UTR <Theirs text={utr} />
					</span>
				)}
				{narration && (
					<span class="quiet small">
						<Theirs text={narration} />
					</span>
				)}
			</>
		),
	},
	{
		name: "Recorded",
		kind: "wide",
		cell: (payment) => <Recorded payment={payment} />,
	},
	{
		name: "Reversal",
		kind: "wide",
		cell: (payment) => <Reversed payment={payment} />,
	},
	{
		name: "Amount",
		kind: "money",
		cell: ({ amount, reversedAt }) =>
			reversedAt === null ? money(amount) : <s>{money(amount)}</s>,
	},
];

/** Who released the payment and, as long as its run is kept, who prepared it; or who recorded it over the API. */
function Recorded({
	payment: { userId, keyId, createdAt, bulkActionSlug },
}: {
	payment: Payment;
}) {
	return (
		<>
			<span>
				{bulkActionSlug && keyId === null ? "Released" : "Recorded"} by{" "}
				<Person userId={userId} />
				{keyId && " with an API key"}
			</span>
			<span class="quiet small">
				<Instant at={createdAt} />
			</span>
			{bulkActionSlug && <PreparedRun runId={bulkActionSlug} />}
		</>
	);
}

function PreparedRun({ runId }: { runId: string }) {
	const session = useSession();
	const mayRead = may(
		session,
		...(["payments:read", "payments:prepare", "payments:release"] as const),
	);
	const run = useLoad(`run ${runId}`, async (signal) =>
		mayRead ? session.client.getPaymentRun(runId, { signal }) : undefined,
	);
	if (run.kind === "READY" && run.data)
		return (
			<span class="small">
				<LinkTo kind="run" id={runId} text={run.data.name} />, prepared by{" "}
				<By who={run.data.createdBy} />
			</span>
		);
	if (run.kind === "FAILED" && run.failure.kind === "NOT_FOUND")
		return <span class="quiet small">Its run is not kept any more.</span>;
	return null;
}

function Reversed({
	payment: { reversedAt, reversedBy, reversalReason },
}: {
	payment: Payment;
}) {
	if (reversedAt === null) return <span class="quiet none">–</span>;
	return (
		<>
			<span>
				Reversed by <By who={reversedBy} />
			</span>
			<span class="quiet small">
				<Instant at={reversedAt} />
			</span>
			{reversalReason && (
				<blockquote dir="auto" class="reason">
					{reversalReason}
				</blockquote>
			)}
		</>
	);
}
