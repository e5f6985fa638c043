import type { ComponentChildren } from "preact";
import type { PaymentRun } from "../../../client/src/generated/openapi.ts";
import { parameter, setParameter } from "../app/address.ts";
import {
	count,
	formatCount,
	formatSums,
	sumByCurrency,
} from "../parts/money.tsx";
import { isFailure, type Outcome } from "./outcomes.ts";
import { PaidPayments } from "./paid-payments.tsx";
import { ResultActions } from "./result-actions.tsx";
import { UnpaidPayments } from "./unpaid-payments.tsx";

type Tab = "PAID" | "NOT_PAID";

/** Shows what became of each payment of a run that has ended. */
export function ResultsView({
	run,
	outcomes,
}: {
	run: PaymentRun;
	outcomes: readonly Outcome[];
}) {
	const paid = outcomes.filter(({ status }) => status === "DONE");
	const left = outcomes.filter(({ status }) => status !== "DONE");
	const wanted = parameter("show");
	const tab: Tab =
		wanted === "not-paid" ||
		(wanted === "" && left.length > 0 && paid.length === 0)
			? "NOT_PAID"
			: "PAID";
	return (
		<>
			<dl class="tiles">
				<div class={`tile main ${left.length === 0 ? "good" : ""}`}>
					<dt>Paid</dt>
					<dd>
						<span class="amount">
							{paid.length === 0 ? "Nothing" : formatSums(sumByCurrency(paid))}
						</span>
						<span class="quiet">{count(paid.length, "payment")}</span>
					</dd>
				</div>
				<div class={`tile ${left.some(isFailure) ? "bad" : ""}`}>
					<dt>Not paid</dt>
					<dd>
						<span class="amount">
							{left.length === 0 ? "None" : formatSums(sumByCurrency(left))}
						</span>
						<span class="quiet">
							{left.length > 0 && count(left.length, "payment")}
						</span>
					</dd>
				</div>
			</dl>
			<ResultActions run={run} outcomes={outcomes} left={left} />
			<nav class="tabs" aria-label="Which payments">
				<TabLink id="paid" isOpen={tab === "PAID"}>
					Paid <span class="badge">{formatCount(paid.length)}</span>
				</TabLink>
				<TabLink id="not-paid" isOpen={tab === "NOT_PAID"}>
					Not paid <span class="badge">{formatCount(left.length)}</span>
				</TabLink>
			</nav>
			{tab === "PAID" ? (
				<PaidPayments key="paid" outcomes={paid} />
			) : (
				<UnpaidPayments key="left" outcomes={left} />
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
