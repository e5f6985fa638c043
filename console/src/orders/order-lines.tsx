import { useSignal } from "@preact/signals";
import { Big } from "big.js";
import type {
	LineItem,
	PurchaseOrder,
} from "../../../client/src/generated/openapi.ts";
import { count, formatAmount } from "../parts/money.tsx";
import { Pager, pageOf } from "../parts/pages.tsx";
import { Theirs } from "../parts/texts.tsx";
import { useSession } from "../service/session.ts";
import type { NamedTag } from "../service/tags.ts";
import { OrderAmount } from "./order-columns.tsx";

export interface Line {
	item: LineItem;
	/** The name of the tax, such as `GST 18%`; absent if the line names none, or it is no longer known. */
	taxName: string | undefined;
	tags: readonly NamedTag[];
}

/** The table of what is ordered, with the taxes. */
export function OrderLines({
	order,
	lines,
}: {
	order: PurchaseOrder;
	lines: readonly Line[];
}) {
	const { organization } = useSession();
	const page = useSignal(0);
	const currency = order.currency ?? organization.baseCurrency;
	if (lines.length === 0)
		return (
			<section class="card" aria-labelledby="lines-title">
				<h2 id="lines-title">Lines</h2>
				<p class="quiet">
					None. An order that came with an organization file has only its
					amount.
				</p>
			</section>
		);
	return (
		<section class="card flush" aria-labelledby="lines-title">
			<div class="card-heading row">
				<h2 id="lines-title">Lines</h2>
				<p class="quiet">{count(lines.length, "line")}</p>
			</div>
			<div class="scroll">
				<table class="records lines">
					<thead>
						<tr>
							<th scope="col">Line</th>
							<th scope="col" class="number">
								Quantity
							</th>
							<th scope="col" class="number">
								Rate
							</th>
							<th scope="col" class="number">
								Tax
							</th>
							<th scope="col" class="number">
								Amount
							</th>
						</tr>
					</thead>
					<tbody>
						{pageOf([...lines.entries()], page.value).map(([index, line]) => (
							<LineRow key={index} line={line} currency={currency} />
						))}
					</tbody>
					<tfoot>
						<tr>
							<th scope="row" colSpan={4}>
								In all
							</th>
							<td class="number money">
								<OrderAmount order={order} />
							</td>
						</tr>
					</tfoot>
				</table>
			</div>
			<Pager
				page={page.value}
				total={lines.length}
				onPage={(next) => {
					page.value = next;
				}}
			/>
		</section>
	);
}

function LineRow({
	line: { item, taxName, tags },
	currency,
}: {
	line: Line;
	currency: string;
}) {
	const { identifier, quantity, rate, skuCode, skuName, taxAmount } = item;
	const sku = [skuCode, skuName].filter((text) => text !== null).join(" · ");
	const amount = new Big(quantity).times(rate).plus(taxAmount ?? 0);
	return (
		<tr>
			<th scope="row">
				<Theirs text={identifier} />
				{sku && (
					<span class="quiet small">
						<Theirs text={sku} />
					</span>
				)}
				{tags.map(({ name, value }) => (
					<span key={name} class="quiet small">
						<Theirs text={name} />: <Theirs text={value} />
					</span>
				))}
			</th>
			<td class="number" data-label="Quantity">
				{formatQuantity(quantity)}
			</td>
			<td class="number" data-label="Rate">
				{formatAmount(currency, rate)}
			</td>
			<td class="number" data-label="Tax">
				{taxAmount === null ? (
					<span class="quiet">–</span>
				) : (
					<>
						{formatAmount(currency, taxAmount)}
						{taxName && (
							<span class="quiet small">
								<Theirs text={taxName} />
							</span>
						)}
					</>
				)}
			</td>
			<td class="number money">{formatAmount(currency, amount.toFixed())}</td>
		</tr>
	);
}

/** A quantity is shown with the decimals with which it was ordered. */
const formatQuantity = (quantity: number | string) =>
	new Big(quantity).toFixed();
