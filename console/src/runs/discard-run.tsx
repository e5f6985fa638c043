import { useSignal } from "@preact/signals";
import type { PaymentRun } from "../../../client/src/generated/openapi.ts";
import { Confirm } from "../parts/dialog.tsx";
import { FailureCard } from "../parts/failure-card.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { may, useSession } from "../service/session.ts";

/** Takes back a run that was prepared, after a question. */
export function DiscardRun({
	run,
	onDiscarded,
	onOutdated,
	isNamed = false,
}: {
	run: PaymentRun;
	onDiscarded: (run: PaymentRun) => void;
	onOutdated: () => void;
	/** It is one of several on a page. */
	isNamed?: boolean;
}) {
	const session = useSession();
	const state = useSignal<"IDLE" | "ASKING" | "SENDING">("IDLE");
	const failure = useSignal<Failure | undefined>(undefined);
	if (!may(session, "payments:prepare", "payments:release")) return null;
	const discard = async () => {
		state.value = "SENDING";
		failure.value = undefined;
		try {
			onDiscarded(await session.client.discardPaymentRun(run.runId));
		} catch (error) {
			failure.value = toFailure(error);
			// Somebody may have released it meanwhile.
			if (failure.value.kind === "REFUSED") onOutdated();
		}
		state.value = "IDLE";
	};
	return (
		<>
			{failure.value && <FailureCard failure={failure.value} />}
			<p class="discard">
				<button
					type="button"
					class="link danger"
					aria-label={isNamed ? `Discard ${run.name}` : undefined}
					onClick={() => {
						state.value = "ASKING";
					}}
				>
					{isNamed ? "Discard" : "Discard this run"}
				</button>
			</p>
			{state.value !== "IDLE" && (
				<Confirm
					title="Discard this run?"
					yes="Yes, discard"
					isDanger
					isBusy={state.value === "SENDING"}
					onYes={() => void discard()}
					onBack={() => {
						state.value = "IDLE";
					}}
				>
					<p>
						None of its payments is made. The same list can be prepared again.
					</p>
				</Confirm>
			)}
		</>
	);
}
