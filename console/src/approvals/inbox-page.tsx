import { useSignal } from "@preact/signals";
import type { Item } from "../../../client/src/operations/operation-types.ts";
import { Heading } from "../app/heading.tsx";
import { FailureCard } from "../parts/failure-card.tsx";
import { Instant } from "../parts/instant.tsx";
import { More } from "../parts/list-card.tsx";
import {
	count,
	formatAmount,
	formatSums,
	sumByCurrency,
} from "../parts/money.tsx";
import { By, Theirs } from "../parts/texts.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { useList } from "../service/list.ts";
import { Loaded } from "../service/load.tsx";
import { useSession } from "../service/session.ts";
import { DecisionForm } from "./decision-form.tsx";
import type { Decision } from "./request.ts";

type OpenApproval = Item<"listOpenApprovals">;

const keyOf = ({ paymentRequestId, round, stage }: OpenApproval) =>
	`${paymentRequestId} ${round} ${stage}`;

/** Lists what waits for this person's approval. One request is decided on its page, several here with one note. */
export function InboxPage() {
	const { client } = useSession();
	const list = useList("/v1.0/approval", {});
	const chosen = useSignal<ReadonlySet<string>>(new Set());
	/** The outcomes of requests that were decided here, because the list is a little behind. */
	const decided = useSignal<ReadonlyMap<string, string>>(new Map());
	/** The failures, one for each request that could not be decided. */
	const failures = useSignal<readonly Failure[]>([]);
	const isBusy = useSignal(false);
	return (
		<>
			<Heading title="Approvals" />
			<Loaded of={list.loading} what="what waits for your approval">
				{(all) => {
					const open = all.filter((one) => !decided.value.has(keyOf(one)));
					const selected = open.filter((one) => chosen.value.has(keyOf(one)));
					return (
						<>
							{failures.value.map((failure) => (
								<FailureCard key={failure.title} failure={failure} />
							))}
							{decided.value.size > 0 && (
								<p class="notice good" role="status">
									{[...new Set(decided.value.values())]
										.map(
											(text) =>
												`${count([...decided.value.values()].filter((one) => one === text).length, "request")} ${text}`,
										)
										.join(", ")}
									.
								</p>
							)}
							{open.length === 0 && !list.more ? (
								<section class="card empty">
									<h2>Nothing waits for you</h2>
									<p class="quiet">
										When somebody raises a request that you approve, it appears
										here, and you get a mail.
									</p>
								</section>
							) : (
								<section class="card flush" aria-label="Waiting for you">
									<ul class="inbox">
										{open.map((one) => (
											<InboxRow
												key={keyOf(one)}
												one={one}
												isChosen={chosen.value.has(keyOf(one))}
												onChoose={(isChosen) => {
													const next = new Set(chosen.value);
													if (isChosen) next.add(keyOf(one));
													else next.delete(keyOf(one));
													chosen.value = next;
												}}
											/>
										))}
									</ul>
									<More list={list} />
								</section>
							)}
							{selected.length > 0 && (
								<div class="selection">
									<p role="status">
										{count(selected.length, "request")} chosen,{" "}
										{formatSums(sumOf(selected))}
									</p>
									<DecisionForm
										subject={`${count(selected.length, "request")}, ${formatSums(sumOf(selected))}`}
										isBusy={isBusy.value}
										onDecide={(decision, note) =>
											void decideAll(selected, decision, note)
										}
									/>
								</div>
							)}
						</>
					);
				}}
			</Loaded>
		</>
	);

	async function decideAll(
		selected: readonly OpenApproval[],
		decision: Decision,
		note: string,
	) {
		isBusy.value = true;
		failures.value = [];
		for (const one of selected) {
			const { paymentRequestId, stage, round } = one;
			try {
				await client.decideApproval(paymentRequestId, {
					decision,
					stage,
					round,
					...(note !== "" && { note }),
				});
				decided.value = new Map(decided.value).set(
					keyOf(one),
					decisionTexts[decision],
				);
			} catch (error) {
				const { title, text, ...rest } = toFailure(error);
				const name = one.vendorName ?? one.vendorId;
				failures.value = [
					...failures.value,
					{
						...rest,
						title: `${formatAmount(one.currency, one.netPayable)} to ${name}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
						text,
					},
				];
				if (rest.mayTryAgain) break;
			}
		}
		isBusy.value = false;
	}
}

const decisionTexts: Readonly<Record<Decision, string>> = {
	APPROVE: "approved",
	RETURN: "returned for changes",
	REJECT: "rejected",
};

const sumOf = (approvals: readonly OpenApproval[]) =>
	sumByCurrency(
		approvals.map(({ currency, netPayable }) => ({
			currency,
			amount: netPayable,
		})),
	);

function InboxRow({
	one,
	isChosen,
	onChoose,
}: {
	one: OpenApproval;
	isChosen: boolean;
	onChoose: (isChosen: boolean) => void;
}) {
	const { base } = useSession();
	const { paymentRequestId, vendorId, vendorName, currency, narration } = one;
	const amount = formatAmount(currency, one.netPayable);
	const vendor = vendorName ?? vendorId;
	return (
		<li class={isChosen ? "chosen" : undefined}>
			<input
				type="checkbox"
				aria-label={`Choose ${amount} to ${vendor}`}
				checked={isChosen}
				onChange={(event) => onChoose(event.currentTarget.checked)}
			/>
			<div class="inbox-text">
				<a href={`${base}/approvals/${paymentRequestId}`}>
					<b>{amount}</b> to <Theirs text={vendor} />
				</a>
				{narration && (
					<span class="narration">
						<Theirs text={narration} />
					</span>
				)}
				<span class="quiet small">
					Requested by <By who={one.requestedBy} />,{" "}
					<Instant at={one.requestedAt} />
				</span>
			</div>
		</li>
	);
}
