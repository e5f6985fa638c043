import type { ComponentChildren } from "preact";
import type { PaymentRun } from "../../../client/src/generated/openapi.ts";
import { parameter, setParameter } from "../app/address.ts";
import {
	count,
	formatCount,
	formatSums,
	sumByCurrency,
} from "../parts/money.tsx";
import { fateOf, type Outcome } from "./outcomes.ts";
import { PaidPayments } from "./paid-payments.tsx";
import { ResultActions } from "./result-actions.tsx";
import { UnpaidPayments } from "./unpaid-payments.tsx";

/** Shows what became of each payment of a run that has ended. */
export function ResultsView({
	run,
	outcomes,
}: {
	run: PaymentRun;
	outcomes: readonly Outcome[];
}) {
	const {
		PAID: paid = [],
		NOT_PAID: failed = [],
		LEFT_OUT: leftOut = [],
	} = Object.groupBy(outcomes, fateOf);
	const tab =
		parameter("show") ||
		(failed.length > 0 && paid.length === 0 ? "not-paid" : "paid");
	return (
		<>
			<dl class="tiles">
				<div class={`tile main ${failed.length === 0 ? "good" : ""}`}>
					<dt>Paid</dt>
					<dd>
						<span class="amount">
							{paid.length === 0 ? "Nothing" : formatSums(sumByCurrency(paid))}
						</span>
						<span class="quiet">{count(paid.length, "payment")}</span>
					</dd>
				</div>
				<div class={`tile ${failed.length > 0 ? "bad" : ""}`}>
					<dt>Not paid</dt>
					<dd>
						<span class="amount">
							{failed.length === 0 ? "None" : formatSums(sumByCurrency(failed))}
						</span>
						<span class="quiet">
							{failed.length > 0 && count(failed.length, "payment")}
						</span>
					</dd>
				</div>
				{leftOut.length > 0 && (
					<div class="tile">
						<dt>Left out</dt>
						<dd>
							<span class="amount">{formatSums(sumByCurrency(leftOut))}</span>
							<span class="quiet">{count(leftOut.length, "payment")}</span>
						</dd>
					</div>
				)}
			</dl>
			<ResultActions run={run} outcomes={outcomes} />
			<nav class="tabs" aria-label="Which payments">
				<TabLink id="paid" isOpen={tab === "paid"}>
					Paid <span class="badge">{formatCount(paid.length)}</span>
				</TabLink>
				<TabLink id="not-paid" isOpen={tab === "not-paid"}>
					Not paid <span class="badge">{formatCount(failed.length)}</span>
				</TabLink>
				{leftOut.length > 0 && (
					<TabLink id="left-out" isOpen={tab === "left-out"}>
						Left out <span class="badge">{formatCount(leftOut.length)}</span>
					</TabLink>
				)}
			</nav>
			{tab === "not-paid" ? (
				<UnpaidPayments key="failed" title="Not paid" outcomes={failed} />
			) : tab === "left-out" ? (
				<UnpaidPayments key="left-out" title="Left out" outcomes={leftOut} />
			) : (
				<PaidPayments key="paid" outcomes={paid} />
			)}
		</>
	);
}

const TabLink = ({
	id,
	isOpen,
	children,
}: {
	id: string;
	isOpen: boolean;
	children: ComponentChildren;
}) => (
	<a
		href={`?show=${id}`}
		aria-current={isOpen ? "page" : undefined}
		onClick={(event) => {
			event.preventDefault();
			setParameter("show", id, { replaces: true });
		}}
	>
		{children}
	</a>
);
