import { useSignal } from "@preact/signals";
import { AdvanceUnknownError } from "../../../client/src/advances/create-vendor-advance.ts";
import { FailureCard } from "../parts/failure-card.tsx";
import { formatAmount } from "../parts/money.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { useSession } from "../service/session.ts";
import { useVendorName } from "../service/vendor-names.ts";
import { type OpenAttempt, raiseAdvance } from "./raise-advance.ts";

/** Shown when the answer to an advance of this tab was lost. Nothing else is raised before its outcome is known. */
export function OpenAttemptCard({
	attempt,
	onRaised,
	onNotRaised,
}: {
	attempt: OpenAttempt;
	onRaised: (paymentRequestId: string) => void;
	/** Called when the advance was not raised, and can be sent again. */
	onNotRaised: (why: Failure) => void;
}) {
	const session = useSession();
	const { body } = attempt;
	const name = useVendorName(body.vendorId);
	const isBusy = useSignal(false);
	const failure = useSignal<Failure | undefined>(undefined);
	const findOut = async () => {
		if (isBusy.value) return;
		isBusy.value = true;
		failure.value = undefined;
		try {
			const created = await raiseAdvance(session, body, attempt);
			onRaised(created.paymentRequestId);
		} catch (error) {
			isBusy.value = false;
			if (!(error instanceof AdvanceUnknownError))
				return onNotRaised(toFailure(error));
			failure.value = {
				...toFailure(error),
				title: "It is not known yet whether the advance was raised",
			};
		}
	};
	const { currency, amount } = body;
	return (
		<section class="card" aria-labelledby="open-title">
			<h2 id="open-title">The answer to your advance was lost</h2>
			<p>
				You sent an advance of {formatAmount(currency ?? null, amount)} to{" "}
				<bdi>{name}</bdi>. Find out first whether it was raised: it is then
				raised once, and never twice. That may take a few minutes.
			</p>
			{failure.value && <FailureCard failure={failure.value} />}
			<div class="buttons">
				<button
					type="button"
					class="primary"
					aria-disabled={isBusy.value}
					onClick={() => void findOut()}
				>
					{isBusy.value ? "Finding out…" : "Find out"}
				</button>
			</div>
		</section>
	);
}
