import { useSignal } from "@preact/signals";
import { type ComponentChildren, Fragment } from "preact";
import { useEffect } from "preact/hooks";
import type { PaymentRun } from "../../../client/src/generated/openapi.ts";
import { navigate, parameter, setParameter } from "../app/address.ts";
import { FailureCard } from "../parts/failure-card.tsx";
import { formatDay } from "../parts/instant.tsx";
import { LinkTo } from "../parts/links.tsx";
import {
	count,
	formatAmount,
	formatCount,
	formatSums,
	sumByCurrency,
} from "../parts/money.tsx";
import { Pager, pageOf } from "../parts/pages.tsx";
import { Theirs } from "../parts/texts.tsx";
import { runOfFile } from "../pay/flow.ts";
import { problemTitles } from "../pay/rows.ts";
import { type Failure, toFailure } from "../service/failure.ts";
import { may, useSession } from "../service/session.ts";
import { type Outcome, outcomeTexts } from "./outcomes.ts";
import { openRun, toRunName } from "./prepare.ts";
import { saveResults } from "./results-file.ts";
import { isReversed, readReversals } from "./reversals.ts";
import { ReversePayments } from "./reverse-payments.tsx";

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
				<Paid key="paid" outcomes={paid} />
			) : (
				<NotPaid key="left" outcomes={left} />
			)}
		</>
	);
}

/** Payments that were left out on purpose are not failures. */
const isFailure = ({ reason }: Outcome) =>
	reason !== "ALREADY_RECORDED" && reason !== "REPEATED";

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

function ResultActions({
	run,
	outcomes,
	left,
}: {
	run: PaymentRun;
	outcomes: readonly Outcome[];
	left: readonly Outcome[];
}) {
	const session = useSession();
	const failure = useSignal<Failure | undefined>(undefined);
	const isBusy = useSignal(false);
	const doing = async (work: () => Promise<void>) => {
		if (isBusy.value) return;
		isBusy.value = true;
		failure.value = undefined;
		try {
			await work();
		} catch (error) {
			failure.value = toFailure(error);
		}
		isBusy.value = false;
	};
	const save = (format: "csv" | "xlsx") =>
		void doing(() =>
			saveResults({
				format,
				name: run.name,
				outcomes,
				hasFile: runOfFile.value === run.runId,
			}),
		);
	return (
		<>
			{failure.value && <FailureCard failure={failure.value} />}
			<div class="buttons tools">
				{left.length > 0 && may(session, "payments:prepare") && (
					<button
						type="button"
						class={left.some(isFailure) ? "primary" : undefined}
						aria-disabled={isBusy.value}
						onClick={() => void doing(repeat)}
					>
						Pay what was not paid
					</button>
				)}
				<button type="button" onClick={() => save("xlsx")}>
					Download as Excel
				</button>
				<button type="button" onClick={() => save("csv")}>
					Download as CSV
				</button>
				<button type="button" onClick={() => print()}>
					Print
				</button>
			</div>
		</>
	);

	/** Prepares another run of the payments that were not made. */
	async function repeat() {
		const { run: next } = await openRun(session.client, {
			name: toRunName(run.name),
			resourceType: "INVOICE",
			resources: left.map(
				({ slug, amount, utr, narration, paymentDate, number }) => ({
					slug,
					amount: Number(amount),
					...(utr !== "" && { utr }),
					...(narration !== "" && { narration }),
					...(paymentDate !== "" && { paymentDate }),
					ref: String(number),
				}),
			),
			leaveOut: ["ALREADY_RECORDED", "REPEATED"],
			repeatOf: run.runId,
		});
		navigate(`${session.base}/runs/${next.runId}`);
	}
}

function Paid({ outcomes }: { outcomes: readonly Outcome[] }) {
	const session = useSession();
	const page = useSignal(0);
	const chosen = useSignal<ReadonlySet<number>>(new Set());
	const shown = pageOf(outcomes, page.value);
	const mayReverse = may(session, "payments:reverse");
	const isKnown = may(session, "invoices:read");
	useEffect(() => {
		if (isKnown) void readReversals(session.client, shown);
	}, [page.value, outcomes]);
	if (outcomes.length === 0)
		return <p class="card empty quiet">Nothing was paid.</p>;
	const toggle = (position: number, isChosen: boolean) => {
		const next = new Set(chosen.value);
		if (isChosen) next.add(position);
		else next.delete(position);
		chosen.value = next;
	};
	return (
		<section class="card flush" aria-label="Paid">
			<div class="scroll">
				<table class="payments results">
					<thead>
						<tr>
							{mayReverse && (
								<th scope="col">
									<span class="visually-hidden">Choose</span>
								</th>
							)}
							<th scope="col" class="number">
								Row
							</th>
							<th scope="col">Invoice</th>
							<th scope="col">UTR and date</th>
							<th scope="col" class="number">
								Amount
							</th>
							<th scope="col">Result</th>
						</tr>
					</thead>
					<tbody>
						{shown.map((outcome) => {
							const reversal = isReversed(outcome.paymentId);
							return (
								<tr key={outcome.position}>
									{mayReverse && (
										<td class="choose">
											<input
												type="checkbox"
												aria-label={`Choose row ${outcome.number}, ${outcome.invoice}`}
												disabled={reversal || outcome.paymentId === null}
												checked={chosen.value.has(outcome.position)}
												onChange={(event) =>
													toggle(outcome.position, event.currentTarget.checked)
												}
											/>
										</td>
									)}
									<OutcomeCells outcome={outcome} />
									<td class="verdict">
										{reversal ? (
											<span class="changed">Reversed</span>
										) : (
											<span class="ok">Paid</span>
										)}
									</td>
								</tr>
							);
						})}
					</tbody>
				</table>
			</div>
			<Pager
				page={page.value}
				total={outcomes.length}
				onPage={(next) => {
					page.value = next;
				}}
			/>
			{chosen.value.size > 0 && (
				<ReversePayments
					outcomes={outcomes.filter(({ position }) =>
						chosen.value.has(position),
					)}
					onReversed={(position) => toggle(position, false)}
				/>
			)}
		</section>
	);
}

function NotPaid({ outcomes }: { outcomes: readonly Outcome[] }) {
	const page = useSignal(0);
	const sorted = outcomes.toSorted(
		(one, other) =>
			(one.reason ?? "").localeCompare(other.reason ?? "") ||
			one.position - other.position,
	);
	if (outcomes.length === 0)
		return <p class="card empty quiet">Everything was paid.</p>;
	let kind = "";
	return (
		<section class="card flush" aria-label="Not paid">
			<div class="scroll">
				<table class="payments results">
					<thead>
						<tr>
							<th scope="col" class="number">
								Row
							</th>
							<th scope="col">Invoice</th>
							<th scope="col">UTR and date</th>
							<th scope="col" class="number">
								Amount
							</th>
							<th scope="col">Result</th>
						</tr>
					</thead>
					<tbody>
						{pageOf(sorted, page.value).map((outcome) => {
							const own = outcome.reason ?? "";
							const isNewKind = own !== kind;
							kind = own;
							return (
								<Fragment key={outcome.position}>
									{isNewKind && (
										<tr class="kind-row">
											<th scope="rowgroup" colSpan={5}>
												{problemTitles[own] ?? own}{" "}
												<span class="quiet">
													{formatCount(
														outcomes.filter(({ reason }) => reason === own)
															.length,
													)}
												</span>
											</th>
										</tr>
									)}
									<tr class="problem">
										<OutcomeCells outcome={outcome} />
										<td class="verdict">
											{outcome.status === "SKIPPED" ? (
												<span class="quiet">{outcomeTexts[own] ?? own}</span>
											) : (
												<span class="error">{outcomeTexts[own] ?? own}</span>
											)}
										</td>
									</tr>
								</Fragment>
							);
						})}
					</tbody>
				</table>
			</div>
			<Pager
				page={page.value}
				total={outcomes.length}
				onPage={(next) => {
					page.value = next;
				}}
			/>
		</section>
	);
}

const OutcomeCells = ({
	outcome: {
		number,
		slug,
		reason,
		invoice,
		vendor,
		utr,
		paymentDate,
		amount,
		currency,
	},
}: {
	outcome: Outcome;
}) => (
	<>
		<td class="number quiet" data-label="Row">
			{number}
		</td>
		<th scope="row">
			{reason === "NOT_FOUND" ? (
				<Theirs text={invoice} />
			) : (
				<LinkTo kind="invoice" id={slug} text={invoice} />
			)}
			<span class="quiet small">
				<Theirs text={vendor} />
			</span>
		</th>
		<td class="utr">
			<Theirs text={utr} />
			<span class="quiet small">{paymentDate && formatDay(paymentDate)}</span>
		</td>
		<td class="number money">{formatAmount(currency, amount)}</td>
	</>
);
