import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PaymentRun } from "../../../client/src/generated/openapi.ts";
import { ConflictError } from "../../../client/src/http/errors.ts";
import { CopyText } from "../parts/copy.tsx";
import { Confirm } from "../parts/dialog.tsx";
import { FailureCard } from "../parts/failure-card.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { may, useSession } from "../service/session.ts";
import type { CheckedRow } from "./checked-row.ts";
import { needsSecondPerson } from "./prepare.ts";
import { describeRelease } from "./release-text.tsx";

/** One button and one confirmation or, if another person must release the run, what to send to that person. */
export function ReleasePanel({
	run,
	rows,
	before = async () => {},
	onChanged,
}: {
	run: PaymentRun;
	rows: readonly CheckedRow[];
	/** Must succeed before the run is released. */
	before?: () => Promise<void>;
	/** Called when the run was released here, or somebody has released or discarded it meanwhile. */
	onChanged: (run: PaymentRun) => void;
}) {
	const session = useSession();
	const state = useSignal<"IDLE" | "ASKING" | "SENDING" | "WAITING" | "ASKED">(
		"IDLE",
	);
	const isWaiting = useSignal(false);
	const failure = useSignal<Failure | undefined>(undefined);
	const isOwn = run.createdBy?.userId === session.userId;
	const isForOthers =
		!may(session, "payments:release") ||
		(isOwn && needsSecondPerson(session, run));
	const payable = rows.filter((row) => row.state === "PAY").length;
	// Another batch ends by itself, so that the release is tried again after a while.
	useEffect(() => {
		if (state.value !== "WAITING") return;
		const timer = setTimeout(() => void release(), waitMilliseconds);
		return () => clearTimeout(timer);
	}, [state.value]);
	if (isForOthers) return <AskForRelease run={run} />;
	return (
		<>
			{failure.value && <FailureCard failure={failure.value} />}
			{isWaiting.value && (
				<p class="notice" role="status">
					<span>
						Another run is being paid. This one is released as soon as it has
						ended, as long as this page stays open.
					</span>{" "}
					<button
						type="button"
						class="link"
						onClick={() => {
							isWaiting.value = false;
							state.value = "IDLE";
						}}
					>
						Do not wait
					</button>
				</p>
			)}
			<div class="buttons">
				<button
					type="button"
					class="primary large"
					disabled={payable === 0 || isWaiting.value}
					onClick={() => {
						state.value = "ASKING";
					}}
				>
					Release
				</button>
			</div>
			{!isWaiting.value &&
				(state.value === "ASKING" || state.value === "SENDING") && (
					<Confirm
						title="Release this run?"
						yes="Yes, release"
						isBusy={state.value === "SENDING"}
						onYes={() => void release()}
						onBack={() => {
							state.value = "IDLE";
						}}
					>
						<p>{describeRelease(rows)}</p>
						<p class="quiet">
							A payment that was recorded can be reversed, each with a reason.
						</p>
					</Confirm>
				)}
		</>
	);

	async function release() {
		state.value = "SENDING";
		failure.value = undefined;
		try {
			await before();
			onChanged(await session.client.releasePaymentRun(run.runId));
			state.value = "IDLE";
		} catch (error) {
			if (
				error instanceof ConflictError &&
				error.code === "MAP_BATCH_IN_PROGRESS"
			) {
				isWaiting.value = true;
				state.value = "WAITING";
				return;
			}
			failure.value = toFailure(error);
			isWaiting.value = false;
			state.value = "IDLE";
			if (error instanceof ConflictError) await readAgain();
		}
	}

	/** Reads the run again, since somebody has changed it meanwhile. */
	async function readAgain() {
		try {
			onChanged(await session.client.getPaymentRun(run.runId));
		} catch (error) {
			failure.value = toFailure(error);
		}
	}
}

const waitMilliseconds = 5_000;

function AskForRelease({ run }: { run: PaymentRun }) {
	const session = useSession();
	const isAsked = useSignal(false);
	const address = `${location.origin}${session.base}/runs/${run.runId}`;
	return (
		<>
			<p>
				{may(session, "payments:release")
					? "Your organization wants a run of this size to be released by somebody other than the person who prepared it."
					: "Another person releases it: you may prepare runs."}
			</p>
			{isAsked.value ? (
				<div role="status">
					<p>
						<b>The run waits for its release.</b> Send this address to somebody
						who may release it. They also find it in their list of payment runs.
					</p>
					<CopyText label="Address of the run" text={address} />
				</div>
			) : (
				<div class="buttons">
					<button
						type="button"
						class="primary large"
						onClick={() => {
							isAsked.value = true;
						}}
					>
						Ask for release
					</button>
				</div>
			)}
		</>
	);
}
