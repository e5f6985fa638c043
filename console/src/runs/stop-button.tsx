import { useSignal } from "@preact/signals";
import type {
	BatchStatus,
	PaymentRun,
} from "../../../client/src/generated/openapi.ts";
import { FailureCard } from "../parts/failure-card.tsx";
import { ReasonDialog } from "../parts/reason-dialog.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { may, useSession } from "../service/session.ts";

/** Stops a run: what has not been decided yet is not paid. */
export function StopButton({
	run,
	onStopped,
}: {
	run: PaymentRun;
	onStopped: (status: BatchStatus) => void;
}) {
	const session = useSession();
	const state = useSignal<"IDLE" | "ASKING" | "SENDING">("IDLE");
	const failure = useSignal<Failure | undefined>(undefined);
	if (!may(session, "payments:prepare", "payments:release")) return null;
	const stop = async (reason: string) => {
		state.value = "SENDING";
		try {
			await session.client.stopBatch(run.runId, { reason });
			onStopped(await session.client.getBatch(run.runId, { limit: 1 }));
			failure.value = undefined;
		} catch (error) {
			failure.value = toFailure(error);
		}
		state.value = "IDLE";
	};
	return (
		<>
			{failure.value && <FailureCard failure={failure.value} />}
			<div class="buttons">
				<button
					type="button"
					class="danger"
					onClick={() => {
						state.value = "ASKING";
					}}
				>
					Stop
				</button>
			</div>
			{state.value !== "IDLE" && (
				<ReasonDialog
					title="Stop this run?"
					yes="Yes, stop"
					isBusy={state.value === "SENDING"}
					onYes={stop}
					onBack={() => {
						state.value = "IDLE";
					}}
				>
					<p>
						Payments that were recorded stay. What has not been decided yet is
						not paid, and can be paid by another run.
					</p>
				</ReasonDialog>
			)}
		</>
	);
}
