import { useEffect } from "preact/hooks";
import { navigate } from "../app/address.ts";
import { toCheckedRow } from "../runs/checked-row.ts";
import { ReleasePanel } from "../runs/release-panel.tsx";
import { CheckSentence } from "../runs/release-text.tsx";
import { useSession } from "../service/session.ts";
import { discardReplaced } from "./check-rows.ts";
import { isOutdated, rows, run } from "./flow.ts";
import { problemsOf } from "./rows.ts";
import { goToStep } from "./steps.ts";

/** Says in one sentence what will happen, and lets the person release the run. */
export function ReleaseStep() {
	const session = useSession();
	const { value: opened } = run;
	const isReady =
		opened !== undefined &&
		opened.state === "DRAFT" &&
		!isOutdated.value &&
		rows.value.every((row) => problemsOf(row).length === 0);
	useEffect(() => {
		if (!isReady) goToStep("check");
	}, [isReady]);
	if (!opened || !isReady) return null;
	const checked = rows.value.flatMap(({ check }) =>
		check ? [toCheckedRow(check)] : [],
	);
	return (
		<section class="card release" aria-labelledby="release-title">
			<h2 id="release-title" class="visually-hidden">
				What will happen
			</h2>
			<CheckSentence rows={checked} />
			<ReleasePanel
				run={opened}
				rows={checked}
				before={() => discardReplaced(session)}
				onChanged={(changed) => {
					run.value = changed;
					if (changed.state === "RELEASED")
						navigate(`${session.base}/runs/${changed.runId}`);
				}}
			/>
		</section>
	);
}
