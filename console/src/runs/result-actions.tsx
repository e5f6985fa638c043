import { useSignal } from "@preact/signals";
import type { PaymentRun } from "../../../client/src/generated/openapi.ts";
import { navigate } from "../app/address.ts";
import { FailureCard } from "../parts/failure-card.tsx";
import { runOfFile } from "../pay/flow.ts";
import { type Failure, toFailure } from "../service/failure.ts";
import { may, useSession } from "../service/session.ts";
import { fateOf, type Outcome } from "./outcomes.ts";
import { openRun, toRunName } from "./prepare.ts";
import { saveResults } from "./results-file.ts";

/** What can be done with the results: keep them, or pay what was not paid. What was left out would be left out again. */
export function ResultActions({
	run,
	outcomes,
}: {
	run: PaymentRun;
	outcomes: readonly Outcome[];
}) {
	const session = useSession();
	const left = outcomes.filter((outcome) => fateOf(outcome) !== "PAID");
	const failure = useSignal<Failure | undefined>(undefined);
	const isBusy = useSignal(false);
	const doing = async (work: () => Promise<void>) => {
		if (isBusy.value) return;
		isBusy.value = true;
		failure.value = undefined;
		try {
			await work();
		} catch (error) {
			failure.value = toFailure(error);
		}
		isBusy.value = false;
	};
	const save = (format: "csv" | "xlsx") =>
		void doing(() =>
			saveResults({
				format,
				name: run.name,
				outcomes,
				hasFile: runOfFile.value === run.runId,
			}),
		);
	return (
		<>
			{failure.value && <FailureCard failure={failure.value} />}
			<div class="buttons tools">
				{left.some((outcome) => fateOf(outcome) === "NOT_PAID") &&
					may(session, "payments:prepare") && (
						<button
							type="button"
							class="primary"
							aria-disabled={isBusy.value}
							onClick={() => void doing(repeat)}
						>
							Pay what was not paid
						</button>
					)}
				<button type="button" onClick={() => save("xlsx")}>
					Download as Excel
				</button>
				<button type="button" onClick={() => save("csv")}>
					Download as CSV
				</button>
				<button type="button" onClick={() => print()}>
					Print
				</button>
			</div>
		</>
	);

	/** Prepares another run of the payments that were not made. */
	async function repeat() {
		const { run: next } = await openRun(session.client, {
			name: toRunName(run.name),
			resourceType: "INVOICE",
			resources: left.map(
				({ slug, amount, utr, narration, paymentDate, number }) => ({
					slug,
					amount: Number(amount),
					...(utr !== "" && { utr }),
					...(narration !== "" && { narration }),
					...(paymentDate !== "" && { paymentDate }),
					ref: String(number),
				}),
			),
			leaveOut: ["ALREADY_RECORDED", "REPEATED"],
			repeatOf: run.runId,
		});
		navigate(`${session.base}/runs/${next.runId}`);
	}
}
