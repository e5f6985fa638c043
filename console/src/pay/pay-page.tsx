import { useEffect } from "preact/hooks";
import { parameter, setParameter } from "../app/address.ts";
import { Heading } from "../app/heading.tsx";
import { PageFile } from "../app/page-file.tsx";
import { BackTo } from "../parts/back-to.tsx";
import { FailureCard } from "../parts/failure-card.tsx";
import { Progress } from "../parts/progress.tsx";
import { useSession } from "../service/session.ts";
import { ColumnsStep } from "./columns-step.tsx";
import { FileStep } from "./file-step.tsx";
import { book, busy, failure, isFromInvoices, run, table } from "./flow.ts";
import { loadLaterSteps } from "./load-later-steps.ts";
import type { StepId } from "./steps.ts";

const steps = [
	{ id: "", name: "File" },
	{ id: "columns", name: "Columns" },
	{ id: "check", name: "Check" },
	{ id: "release", name: "Release" },
] as const satisfies { id: StepId; name: string }[];

/** The last step that can be shown. An address may name a later step, for which there is no file any more. */
function lastPossible(): number {
	if (run.value) return 3;
	if (table.value || book.value || isFromInvoices.value) return 2;
	return 0;
}

/**
 * Pays the payments of a file in four steps. The browser's buttons lead back and forth between them. Chosen invoices
 * begin with the third step.
 */
export function PayPage() {
	const { base } = useSession();
	const wanted = steps.findIndex(({ id }) => id === parameter("step"));
	const shown =
		wanted === 1 && !book.value
			? 0
			: Math.max(0, Math.min(wanted, lastPossible()));
	const { id } = steps[shown] ?? steps[0];
	const hasFile = !isFromInvoices.value || shown < 2;
	useEffect(() => {
		if (id !== parameter("step")) setParameter("step", id, { replaces: true });
	}, [id]);
	return (
		<>
			{!hasFile && <BackTo section="invoices" name="Invoices" />}
			<Heading title={hasFile ? "Pay a file" : "Pay invoices"} focusOn={id} />
			<ol class="steps" aria-label="Steps">
				{steps.map(({ id: step, name }, index) =>
					!hasFile && index < 2 ? null : (
						<li
							key={step}
							class={index < shown ? "done" : undefined}
							aria-current={index === shown ? "step" : undefined}
						>
							{index < shown ? (
								<a href={`${base}/pay${step ? `?step=${step}` : ""}`}>{name}</a>
							) : (
								<span>{name}</span>
							)}
						</li>
					),
				)}
			</ol>
			{failure.value && (
				<FailureCard
					failure={failure.value}
					goesOn={busy.value !== undefined}
				/>
			)}
			{busy.value && (
				<div class="card busy" role="status">
					<Progress {...busy.value} />
				</div>
			)}
			<div inert={busy.value !== undefined}>
				{id === "" ? (
					<FileStep />
				) : id === "columns" ? (
					<ColumnsStep />
				) : (
					<PageFile load={loadLaterSteps} id={id} />
				)}
			</div>
		</>
	);
}
