import { Instant } from "../parts/instant.tsx";
import { By, Theirs } from "../parts/texts.tsx";
import { DiscardRun } from "../runs/discard-run.tsx";
import { useSession } from "../service/session.ts";
import { isFound, perform, run, startAnew } from "./flow.ts";
import { goToStep } from "./steps.ts";

/** Says that somebody has already prepared the list as a run. */
export function PreparedBefore() {
	const { base } = useSession();
	const { value: opened } = run;
	if (!opened || !isFound.value) return null;
	return (
		<p class="notice">
			<span>
				This list was prepared before, by <By who={opened.createdBy} /> on{" "}
				<Instant at={opened.createdAt} />. It is the{" "}
				<a href={`${base}/runs/${opened.runId}`}>same payment run</a>.
			</span>
		</p>
	);
}

/** Says that somebody has discarded the run while it was open here. */
export function DiscardedMeanwhile() {
	const { value: opened } = run;
	if (opened?.state !== "DISCARDED") return null;
	return (
		<p class="notice" role="alert">
			<span>
				<By who={opened.discardedBy} /> has discarded this run. Check the rows
				again to make another one.
			</span>
		</p>
	);
}

/** Says that the run was released before, so that nothing of it can be paid here any more. */
export function ReleasedBefore() {
	const { base } = useSession();
	const { value: opened } = run;
	if (!opened) return null;
	return (
		<section class="card" aria-labelledby="released-title">
			<h2 id="released-title">These payments were released before</h2>
			<p>
				The same list is the payment run “{opened.name}”, which{" "}
				<By who={opened.releasedBy} /> released
				{opened.releasedAt && (
					<>
						{" "}
						on <Instant at={opened.releasedAt} />
					</>
				)}
				. Nothing is paid again.
			</p>
			<div class="buttons">
				<a class="button primary" href={`${base}/runs/${opened.runId}`}>
					See its results
				</a>
			</div>
		</section>
	);
}

/** A check is a run that others see, also if nobody goes on with it. This says so, and lets the person discard it. */
export function KeptRun() {
	const { client, userId } = useSession();
	const { value: opened } = run;
	if (opened?.state !== "DRAFT" || opened.createdBy?.userId !== userId)
		return null;
	return (
		<section class="card" aria-label="The run of this check">
			<p class="quiet">
				This check is kept as the payment run “<Theirs text={opened.name} />
				”. It waits for its release in everybody’s list until it is released or
				discarded.
			</p>
			<DiscardRun
				run={opened}
				onDiscarded={() => {
					startAnew();
					goToStep("");
				}}
				onOutdated={() =>
					void perform("Reading the run", async () => {
						run.value = await client.getPaymentRun(opened.runId);
					})
				}
			/>
		</section>
	);
}
