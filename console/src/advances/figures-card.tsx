import type { ComponentChildren } from "preact";
import { formatAmount } from "../parts/money.tsx";
import {
	type AdvanceDraft,
	figuresOf,
	type KnownValues,
} from "./advance-draft.ts";

/** What will be paid, as the service computes it. */
export function FiguresCard({
	draft,
	choices,
	children,
}: {
	draft: AdvanceDraft;
	choices: KnownValues;
	children: ComponentChildren;
}) {
	const figures = figuresOf(draft, choices);
	const money = (amount: { toFixed(): string } | undefined) =>
		amount === undefined ? "–" : formatAmount(draft.currency, amount.toFixed());
	return (
		<section class="card figures-card" aria-labelledby="figures-title">
			<h2 id="figures-title">Net payable</h2>
			<p class="amount">{money(figures?.netPayable)}</p>
			<dl>
				<div class="figure">
					<dt>Amount</dt>
					<dd>{money(figures?.amount)}</dd>
				</div>
				{figures?.gst && (
					<div class="figure">
						<dt>{nameOf(choices.gst, draft.gstId)}</dt>
						<dd>{money(figures.gst)}</dd>
					</div>
				)}
				{figures?.tds && (
					<div class="figure">
						<dt>{nameOf(choices.tds, draft.tdsId)}, deducted</dt>
						<dd>−{money(figures.tds)}</dd>
					</div>
				)}
			</dl>
			{children}
		</section>
	);
}

const nameOf = (
	taxes: readonly { id: number; name: string }[],
	id: string,
): string => taxes.find((one) => String(one.id) === id)?.name ?? "";
