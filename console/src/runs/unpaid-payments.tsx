import { useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { formatCount } from "../parts/money.tsx";
import { pageOf } from "../parts/pages.tsx";
import { problemTitles } from "../pay/rows.ts";
import { OutcomeCells, OutcomeTable } from "./outcome-table.tsx";
import { type Outcome, outcomeTexts } from "./outcomes.ts";

/** The payments of a run that were not made, by what kept them from it. */
export function UnpaidPayments({
	title,
	outcomes,
}: {
	title: string;
	outcomes: readonly Outcome[];
}) {
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
		<OutcomeTable
			title={title}
			page={page.value}
			total={outcomes.length}
			onPage={(next) => {
				page.value = next;
			}}
			rows={pageOf(sorted, page.value).map((outcome) => {
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
											outcomes.filter(({ reason }) => reason === own).length,
										)}
									</span>
								</th>
							</tr>
						)}
						<tr class="problem">
							<OutcomeCells outcome={outcome} />
							<td class="verdict">
								<span class={outcome.status === "SKIPPED" ? "quiet" : "error"}>
									{outcomeTexts[own] ?? own}
								</span>
							</td>
						</tr>
					</Fragment>
				);
			})}
		/>
	);
}
