import { useSignal } from "@preact/signals";
import { FailureCard } from "../parts/failure-card.tsx";
import { count, formatSums, sumByCurrency } from "../parts/money.tsx";
import { ReasonDialog } from "../parts/reason-dialog.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { useSession } from "../service/session.ts";
import type { Outcome } from "./outcomes.ts";
import { noteReversed } from "./reversals.ts";

/** A payment that was made. */
export type Reversible = Pick<
	Outcome,
	"slug" | "paymentId" | "position" | "amount" | "currency"
>;

/** Reverses the chosen payments one after the other, with one reason. */
export function ReversePayments({
	outcomes,
	onReversed,
}: {
	outcomes: readonly Reversible[];
	onReversed: (position: number) => void;
}) {
	const { client } = useSession();
	const state = useSignal<"IDLE" | "ASKING" | "SENDING">("IDLE");
	const failure = useSignal<Failure | undefined>(undefined);
	const reverse = async (reason: string) => {
		state.value = "SENDING";
		failure.value = undefined;
		try {
			for (const { slug, paymentId, position } of outcomes) {
				if (paymentId === null) continue;
				await client.reversePayment(slug, paymentId, { reason });
				noteReversed([paymentId]);
				onReversed(position);
			}
		} catch (error) {
			failure.value = toFailure(error);
		}
		state.value = "IDLE";
	};
	return (
		<div class="selection" role="status">
			{failure.value && <FailureCard failure={failure.value} />}
			<p>
				{count(outcomes.length, "payment")} chosen,{" "}
				{formatSums(sumByCurrency(outcomes))}
			</p>
			<button
				type="button"
				class="danger"
				onClick={() => {
					state.value = "ASKING";
				}}
			>
				Reverse
			</button>
			{state.value !== "IDLE" && (
				<ReasonDialog
					title={`Reverse ${count(outcomes.length, "payment")}?`}
					yes="Yes, reverse"
					isBusy={state.value === "SENDING"}
					onYes={(reason) => void reverse(reason)}
					onBack={() => {
						state.value = "IDLE";
					}}
				>
					<p>
						{formatSums(sumByCurrency(outcomes))} will be due again. A reversal
						cannot be withdrawn.
					</p>
				</ReasonDialog>
			)}
		</div>
	);
}
