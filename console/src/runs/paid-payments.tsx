import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { pageOf } from "../parts/pages.tsx";
import { may, useSession } from "../service/session.ts";
import { OutcomeCells, OutcomeTable } from "./outcome-table.tsx";
import type { Outcome } from "./outcomes.ts";
import { isReversed, readReversals } from "./reversals.ts";
import { ReversePayments } from "./reverse-payments.tsx";

/** The payments of a run that were made. Some can be chosen and reversed. */
export function PaidPayments({ outcomes }: { outcomes: readonly Outcome[] }) {
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
		<OutcomeTable
			title="Paid"
			canChoose={mayReverse}
			page={page.value}
			total={outcomes.length}
			onPage={(next) => {
				page.value = next;
			}}
			rows={shown.map((outcome) => {
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
		>
			{chosen.value.size > 0 && (
				<ReversePayments
					outcomes={outcomes.filter(({ position }) =>
						chosen.value.has(position),
					)}
					onReversed={(position) => toggle(position, false)}
				/>
			)}
		</OutcomeTable>
	);
}
