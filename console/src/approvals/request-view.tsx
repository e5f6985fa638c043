import { Big } from "big.js";
import type { ComponentChildren } from "preact";
import { Instant } from "../parts/instant.tsx";
import { type Amount, formatAmount } from "../parts/money.tsx";
import { Person, Theirs } from "../parts/texts.tsx";
import { netPayable, payeeOf, type ShownRequest } from "./request.ts";
import { requestStates } from "./request-states.ts";

/** Shows another record by its name. The page of mail links has no page to lead to. */
export type ShowRecord = (
	kind: "vendor" | "order",
	id: string,
	text: string,
) => ComponentChildren;

const byName: ShowRecord = (_kind, _id, text) => <Theirs text={text} />;

/** Shows what is asked: how much, to whom, by whom and for what, and then the details. */
export function RequestView({
	shown,
	showRecord = byName,
}: {
	shown: ShownRequest;
	showRecord?: ShowRecord;
}) {
	const { request, order, tags } = shown;
	const { currency, tax, narration, createdBy, createdAt } = request;
	const money = (amount: Amount) => formatAmount(currency, amount);
	const total = netPayable(shown);
	return (
		<section class="card request" aria-labelledby="request-title">
			<p class="kind">
				Vendor advance{" "}
				<span class={`state ${request.state}`}>
					{requestStates[request.state] ?? request.state}
				</span>
			</p>
			<h1 id="request-title" tabIndex={-1}>
				{total !== null && <span class="amount">{money(total)}</span>}
				<span class="payee">
					{" "}
					to {showRecord("vendor", request.vendorId, payeeOf(shown))}
				</span>
			</h1>
			{narration && <blockquote dir="auto">{narration}</blockquote>}
			<dl>
				<Fact label="Requested by">
					{createdBy ? (
						<Person userId={createdBy.userId} />
					) : (
						"An organization file"
					)}
					<span class="quiet">
						, <Instant at={createdAt} />
					</span>
				</Fact>
				{request.resubmittedAt && (
					<Fact label="Submitted again by">
						{request.resubmittedBy && (
							<Person userId={request.resubmittedBy.userId} />
						)}
						<span class="quiet">
							, <Instant at={request.resubmittedAt} />
						</span>
					</Fact>
				)}
				<Fact label="Purchase order">
					<Order shown={shown} showRecord={showRecord} />
				</Fact>
				{order?.description && (
					<Fact label="Ordered">
						<Theirs text={order.description} />
					</Fact>
				)}
				{tags?.map(({ name, value }) => (
					<Fact key={name} label={<Theirs text={name} />}>
						<Theirs text={value} />
					</Fact>
				))}
				{tax && (
					<>
						<Figure label="Amount">{money(tax.subTotal)}</Figure>
						{tax.gstAmount !== null && (
							<Figure label={shown.gstName ?? "GST"}>
								{money(tax.gstAmount)}
							</Figure>
						)}
						{tax.tdsAmount !== null && (
							<Figure label={`${shown.tdsName ?? "TDS"}, deducted`}>
								−{money(tax.tdsAmount)}
							</Figure>
						)}
						{!new Big(tax.roundOff).eq(0) && (
							<Figure label="Round-off">{money(tax.roundOff)}</Figure>
						)}
						<Figure label="Net payable" isTotal>
							{money(tax.netPayable)}
						</Figure>
					</>
				)}
				<Fact label="Policy">
					{request.policyUsed ? <Theirs text={request.policyUsed} /> : "–"}
				</Fact>
			</dl>
		</section>
	);
}

function Order({
	shown,
	showRecord,
}: {
	shown: ShownRequest;
	showRecord: ShowRecord;
}) {
	const { request, order } = shown;
	const { purchaseOrderLinkId: id, currency } = request;
	if (id === null) return <>None</>;
	if (!order) return <>{showRecord("order", id, id)}</>;
	const total = netPayable(shown);
	const share = total === null ? undefined : shareOf(total, order.amount);
	return (
		<>
			{showRecord("order", id, order.poNumber ?? id)}
			{order.amount !== null && (
				<span class="quiet">
					{" "}
					of {formatAmount(currency, order.amount)}
					{share && `; the advance is ${share} of it`}
				</span>
			)}
		</>
	);
}

function shareOf(part: Amount, whole: Amount | null): string | undefined {
	if (whole === null || new Big(whole).lte(0)) return undefined;
	const percent = new Big(part).div(whole).times(100);
	return `${percent.toFixed(percent.lt(10) ? 1 : 0)} %`;
}

const Fact = ({
	label,
	children,
}: {
	label: ComponentChildren;
	children: ComponentChildren;
}) => (
	<div>
		<dt>{label}</dt>
		<dd>{children}</dd>
	</div>
);

const Figure = ({
	label,
	isTotal = false,
	children,
}: {
	label: string;
	isTotal?: boolean;
	children: ComponentChildren;
}) => (
	<div class={`figure ${isTotal ? "total" : ""}`}>
		<dt>{label}</dt>
		<dd>{children}</dd>
	</div>
);
