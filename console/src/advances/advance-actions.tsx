import { useSignal } from "@preact/signals";
import type { ShownRequest } from "../approvals/request.ts";
import { FailureCard } from "../parts/failure-card.tsx";
import { addressOf } from "../parts/links.tsx";
import { ReasonDialog } from "../parts/reason-dialog.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { mayRaiseAdvances, useSession } from "../service/session.ts";

/** What can be done with an advance besides deciding it. */
export function AdvanceActions({
	shown: { request },
	reload,
}: {
	shown: ShownRequest;
	reload: () => void;
}) {
	const session = useSession();
	const { client, base, role } = session;
	const state = useSignal<"IDLE" | "ASKING" | "SENDING">("IDLE");
	const failure = useSignal<Failure | undefined>(undefined);
	const { paymentRequestId, state: advanceState, version, round } = request;
	const isApproved = advanceState === "APPROVED";
	const mayCancel =
		advanceState === "PENDING" ||
		advanceState === "PENDING_RESUBMISSION" ||
		(isApproved && role === "ADMIN");
	// An advance from an organization file has no rounds, because it is decided elsewhere.
	if (!mayRaiseAdvances(session) || round === null) return null;
	if (!mayCancel && !failure.value) return null;
	const cancel = async (reason: string) => {
		state.value = "SENDING";
		failure.value = undefined;
		try {
			await client.cancelPaymentRequest(
				paymentRequestId,
				{ reason },
				{ ifVersion: version },
			);
			reload();
		} catch (error) {
			failure.value = toFailure(error);
			// It may have been decided or cancelled meanwhile, and what it is now says more than the error.
			if (failure.value.kind === "REFUSED") reload();
		}
		state.value = "IDLE";
	};
	return (
		<section class="card" aria-labelledby="actions-title">
			<h2 id="actions-title">
				{advanceState === "PENDING_RESUBMISSION"
					? "Change it, then submit it again"
					: "This advance"}
			</h2>
			{failure.value && <FailureCard failure={failure.value} />}
			<p class="buttons">
				{advanceState === "PENDING_RESUBMISSION" && (
					<a
						class="button primary"
						href={`${base}${addressOf("advance", paymentRequestId)}?resubmit=1`}
					>
						Submit again
					</a>
				)}
				{mayCancel && (
					<button
						type="button"
						class="danger"
						onClick={() => {
							state.value = "ASKING";
						}}
					>
						Cancel the advance
					</button>
				)}
			</p>
			{state.value !== "IDLE" && (
				<ReasonDialog
					title="Cancel this advance?"
					yes="Yes, cancel it"
					charactersMax={1_000}
					isBusy={state.value === "SENDING"}
					onYes={(reason) => void cancel(reason)}
					onBack={() => {
						state.value = "IDLE";
					}}
				>
					<p>
						{isApproved
							? "It is approved already. If it was paid, the payment is not undone."
							: "Nobody can decide it any more, and it cannot be submitted again."}
						{request.purchaseOrderLinkId !== null &&
							" Its purchase order becomes free for another advance."}
					</p>
				</ReasonDialog>
			)}
		</section>
	);
}
