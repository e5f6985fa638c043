import type { PaymentRun } from "../../../client/src/generated/openapi.ts";
import { Heading } from "../app/heading.tsx";
import { Instant } from "../parts/instant.tsx";
import { LinkTo } from "../parts/links.tsx";
import { type Column, ListCard } from "../parts/list-card.tsx";
import { formatAmount, formatCount } from "../parts/money.tsx";
import { currentTab, Tabs } from "../parts/tabs.tsx";
import { By } from "../parts/texts.tsx";
import { useList } from "../service/list.ts";
import { may, useSession } from "../service/session.ts";
import { DiscardRun } from "./discard-run.tsx";
import { runCurrency } from "./run-currency.ts";
import { RunState } from "./run-state.tsx";

const tabs = [
	["ALL", "All"],
	["DRAFT", "Wait for release"],
	["RELEASED", "Released"],
	["DISCARDED", "Discarded"],
] as const;

/** The payment runs of the organization, newest first. */
export function RunsPage() {
	const session = useSession();
	const { base, organization } = session;
	const tab = currentTab("state", tabs);
	const list = useList("/v1.0/payment/run", {
		state: tab === "ALL" ? "" : tab,
	});
	return (
		<>
			<Heading title="Payment runs">
				{may(session, "payments:prepare") && (
					<a class="button primary" href={`${base}/pay`}>
						Pay a file
					</a>
				)}
			</Heading>
			<Tabs label="Which runs" name="state" tabs={tabs} current={tab} />
			<ListCard
				title="Payment runs"
				what="the payment runs"
				list={list}
				keyOf={({ runId }) => runId}
				columns={columnsFor(
					runCurrency(organization),
					list.loading.kind === "READY" ? list.loading.reload : () => {},
				)}
			>
				<h2>
					{tab === "ALL" ? "There are no payment runs yet" : "None of these"}
				</h2>
				<p class="quiet">
					{tab === "DRAFT"
						? "A run that somebody has prepared waits here until it is released or discarded."
						: "A run is a list of payments that somebody prepares, the service checks, and somebody releases."}
				</p>
				{may(session, "payments:prepare") && (
					<p>
						<a class="button" href={`${base}/pay`}>
							Pay a file
						</a>
					</p>
				)}
			</ListCard>
		</>
	);
}

const columnsFor = (
	/** Null: no number is the sum of a run. */
	currency: string | null,
	reload: () => void,
): readonly Column<PaymentRun>[] => [
	{
		name: "Name",
		kind: "head",
		cell: ({ runId, name }) => <LinkTo kind="run" id={runId} text={name} />,
	},
	{ name: "State", cell: ({ state }) => <RunState state={state} /> },
	{
		name: "Payments",
		kind: "number",
		isNamed: true,
		cell: ({ total }) => formatCount(total),
	},
	{
		name: "Amount",
		kind: "money",
		cell: ({ amount }) =>
			currency === null ? (
				<span class="quiet none">–</span>
			) : (
				formatAmount(currency, amount)
			),
	},
	{
		name: "Who and when",
		kind: "wide",
		cell: (run) => <WhoAndWhen run={run} reload={reload} />,
	},
];

/** The latest thing that was done to a run. Whoever has prepared it can discard it here. */
function WhoAndWhen({ run, reload }: { run: PaymentRun; reload: () => void }) {
	const { userId } = useSession();
	const { releasedAt, releasedBy, discardedAt, discardedBy } = run;
	const [verb, who, at] = releasedAt
		? ["Released by", releasedBy, releasedAt]
		: discardedAt
			? ["Discarded by", discardedBy, discardedAt]
			: ["Prepared by", run.createdBy, run.createdAt];
	return (
		<>
			<span>
				{verb} <By who={who} />
			</span>
			<span class="quiet small">
				<Instant at={at} />
			</span>
			{run.state === "DRAFT" && run.createdBy?.userId === userId && (
				<DiscardRun
					run={run}
					isNamed
					onDiscarded={reload}
					onOutdated={reload}
				/>
			)}
		</>
	);
}
