import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type {
	BatchStatus,
	PaymentRun,
} from "../../../client/src/generated/openapi.ts";
import { FailureCard } from "../parts/failure-card.tsx";
import { Instant } from "../parts/instant.tsx";
import { count } from "../parts/money.tsx";
import { Progress } from "../parts/progress.tsx";
import { By, Theirs } from "../parts/texts.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { Loaded, useLoad } from "../service/load.tsx";
import { useSession } from "../service/session.ts";
import { readResults, toOutcomes } from "./outcomes.ts";
import { walkCheck } from "./prepare.ts";
import { groupOutcomes } from "./printed-groups.ts";
import { PrintedPayments } from "./printed-payments.tsx";
import { ResultsView } from "./results-view.tsx";
import { runCurrency } from "./run-currency.ts";
import { StopButton } from "./stop-button.tsx";

const shortestPauseMilliseconds = 700;
const longestPauseMilliseconds = 5_000;

/** Follows the batch of a released run to its end, then shows what became of each payment. */
export function Results({ run }: { run: PaymentRun }) {
	const { client } = useSession();
	const status = useSignal<BatchStatus | undefined>(undefined);
	const failure = useSignal<Failure | undefined>(undefined);
	useEffect(() => {
		const controller = new AbortController();
		let timer: ReturnType<typeof setTimeout> | undefined;
		let pause = shortestPauseMilliseconds;
		const read = async () => {
			clearTimeout(timer);
			try {
				status.value = await client.getBatch(
					run.runId,
					{ limit: 1 },
					{ signal: controller.signal },
				);
				failure.value = undefined;
				if (status.value.status === "DONE") return;
			} catch (error) {
				if (controller.signal.aborted) return;
				failure.value = toFailure(error);
				if (!failure.value.mayTryAgain) return;
			}
			pause = Math.min(pause * 1.3, longestPauseMilliseconds);
			timer = setTimeout(read, pause);
		};
		addEventListener("online", read, { signal: controller.signal });
		void read();
		return () => {
			controller.abort();
			clearTimeout(timer);
		};
	}, [run.runId]);
	const { value: known } = status;
	const isDone = known?.status === "DONE";
	return (
		<>
			{failure.value && (
				<FailureCard
					failure={failure.value}
					goesOn={failure.value.mayTryAgain}
				/>
			)}
			{!isDone && (
				<section class="card" aria-label="Progress">
					<Progress
						label="Recording payments"
						done={known?.processed ?? 0}
						total={run.total}
					/>
					<p class="quiet">
						This goes on without this page. You can close it and come back
						later.
					</p>
					{known && !known.stoppedAt && (
						<StopButton
							run={run}
							onStopped={(stopped) => {
								status.value = stopped;
							}}
						/>
					)}
				</section>
			)}
			{known?.stoppedAt && (
				<p class="notice">
					<span>
						Stopped by <By who={known.stoppedBy} /> on{" "}
						<Instant at={known.stoppedAt} />
						{known.stopReason && (
							<>
								: “<Theirs text={known.stopReason} />”
							</>
						)}
						.{!isDone && " Payments that were begun are finished."}
					</span>
				</p>
			)}
			{isDone && <Ended run={run} />}
		</>
	);
}

function Ended({ run }: { run: PaymentRun }) {
	const session = useSession();
	const done = useSignal(0);
	const read = useLoad(`results ${run.runId}`, async (signal) => {
		const onProgress = (offset: number) => (number: number) => {
			done.value = offset + number;
		};
		const items = await walkCheck(session, run, {
			signal,
			onProgress: onProgress(0),
		});
		return toOutcomes(
			items,
			await readResults(session.client, run, onProgress(run.total), signal),
			runCurrency(session.organization),
		);
	});
	if (read.kind === "LOADING" && done.value > 0)
		return (
			<div class="card busy" role="status">
				<Progress
					label={`Reading ${count(run.total, "result")}`}
					done={done.value}
					total={2 * run.total}
				/>
			</div>
		);
	return (
		<Loaded of={read} what="the results">
			{(outcomes) => (
				<>
					<ResultsView run={run} outcomes={outcomes} />
					<PrintedPayments
						groups={() => groupOutcomes(outcomes)}
						note="A payment may have been reversed since: the record of its invoice says so."
					/>
				</>
			)}
		</Loaded>
	);
}
