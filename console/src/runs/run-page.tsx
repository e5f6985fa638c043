import { useSignal } from "@preact/signals";
import type {
	PaymentRun,
	PaymentRunCheckItem,
} from "../../../client/src/generated/openapi.ts";
import { Heading } from "../app/heading.tsx";
import { BackTo } from "../parts/back-to.tsx";
import { Instant } from "../parts/instant.tsx";
import { count, formatAmount } from "../parts/money.tsx";
import { Progress } from "../parts/progress.tsx";
import { By, Theirs } from "../parts/texts.tsx";
import { Loaded, useLoad } from "../service/load.tsx";
import { useSession } from "../service/session.ts";
import { CheckSummary } from "./check-summary.tsx";
import { CheckTable } from "./check-table.tsx";
import { toCheckedRow } from "./checked-row.ts";
import { DiscardRun } from "./discard-run.tsx";
import { walkCheck } from "./prepare.ts";
import { groupChecked } from "./printed-groups.ts";
import { PrintedPayments } from "./printed-payments.tsx";
import { ReleasePanel } from "./release-panel.tsx";
import { CheckSentence } from "./release-text.tsx";
import { Results } from "./results.tsx";
import { runCurrency } from "./run-currency.ts";
import { RunState } from "./run-state.tsx";

/** The page of a payment run: its check before the release, and its progress and its results after it. */
export function RunPage({ id: runId }: { id: string }) {
	const { client } = useSession();
	const changed = useSignal<PaymentRun | undefined>(undefined);
	const read = useLoad(`run ${runId}`, (signal) =>
		client.getPaymentRun(runId, { signal }),
	);
	return (
		<>
			<BackTo section="runs" name="Payment runs" />
			{read.kind !== "READY" && <Heading title="Payment run" />}
			<Loaded of={read} what="the payment run">
				{(first, reload) => {
					const run =
						changed.value?.runId === first.runId &&
						changed.value.version > first.version
							? changed.value
							: first;
					return (
						<>
							<Heading title={run.name} focusOn={`${runId} ${run.state}`}>
								<RunState state={run.state} />
							</Heading>
							<RunFacts run={run} />
							{run.state === "DRAFT" && (
								<Draft
									key={run.version}
									run={run}
									onChanged={(next) => {
										changed.value = next;
									}}
									onOutdated={reload}
								/>
							)}
							{run.state === "RELEASED" && <Results run={run} />}
							{run.state === "DISCARDED" && <Discarded run={run} />}
						</>
					);
				}}
			</Loaded>
		</>
	);
}

function RunFacts({ run }: { run: PaymentRun }) {
	const { organization, base } = useSession();
	const currency = runCurrency(organization);
	return (
		<dl class="facts">
			<div>
				<dt>Payments</dt>
				<dd>
					{count(run.total, "payment")}
					{currency && `, ${formatAmount(currency, run.amount)} in all`}
				</dd>
			</div>
			<div>
				<dt>Prepared</dt>
				<dd>
					by <By who={run.createdBy} /> on <Instant at={run.createdAt} />
				</dd>
			</div>
			{run.releasedAt && (
				<div>
					<dt>Released</dt>
					<dd>
						by <By who={run.releasedBy} /> on <Instant at={run.releasedAt} />
					</dd>
				</div>
			)}
			{run.discardedAt && (
				<div>
					<dt>Discarded</dt>
					<dd>
						by <By who={run.discardedBy} /> on <Instant at={run.discardedAt} />
					</dd>
				</div>
			)}
			{run.repeatOf && (
				<div>
					<dt>Repeats</dt>
					<dd>
						<a href={`${base}/runs/${encodeURIComponent(run.repeatOf)}`}>
							what an earlier run did not pay
						</a>
					</dd>
				</div>
			)}
			<div>
				<dt>Kept until</dt>
				<dd>
					<Instant at={run.expiresAt} />
				</dd>
			</div>
			<div class="printed">
				<dt>Run</dt>
				<dd>
					<Theirs text={run.runId} />
				</dd>
			</div>
		</dl>
	);
}

/** Reads the check of a run, and shows the progress. */
function useCheck(run: PaymentRun) {
	const session = useSession();
	const done = useSignal(0);
	const loading = useLoad(`check ${run.runId} ${run.version}`, (signal) =>
		walkCheck(session, run, {
			signal,
			onProgress: (number) => {
				done.value = number;
			},
		}),
	);
	return { loading, done: done.value };
}

function Draft({
	run,
	onChanged,
	onOutdated,
}: {
	run: PaymentRun;
	onChanged: (run: PaymentRun) => void;
	onOutdated: () => void;
}) {
	const { loading, done } = useCheck(run);
	if (loading.kind === "LOADING")
		return (
			<div class="card busy" role="status">
				<Progress
					label="Checking the payments against the invoices"
					done={done}
					total={run.total}
				/>
			</div>
		);
	return (
		<Loaded of={loading} what="the check">
			{(items: PaymentRunCheckItem[]) => {
				const rows = items.map(toCheckedRow);
				return (
					<>
						<section class="card release" aria-label="Release">
							<CheckSentence rows={rows} />
							<ReleasePanel run={run} rows={rows} onChanged={onChanged} />
							<DiscardRun
								run={run}
								onDiscarded={onChanged}
								onOutdated={onOutdated}
							/>
						</section>
						<CheckSummary rows={rows} />
						<CheckTable rows={rows} />
						<PrintedPayments groups={() => groupChecked(rows)} />
					</>
				);
			}}
		</Loaded>
	);
}

function Discarded({ run }: { run: PaymentRun }) {
	const { loading } = useCheck(run);
	return (
		<>
			<p class="notice">Nothing of this run was paid.</p>
			<Loaded of={loading} what="the payments">
				{(items: PaymentRunCheckItem[]) => {
					const rows = items.map((item) => ({
						...toCheckedRow(item),
						state: "LEFT_OUT" as const,
						reason: null,
					}));
					return (
						<>
							<CheckTable rows={rows} />
							<PrintedPayments groups={() => groupChecked(rows)} />
						</>
					);
				}}
			</Loaded>
		</>
	);
}
