import { useLayoutEffect, useRef } from "preact/hooks";
import { titleOf } from "../approvals/request.ts";
import { RequestFrame } from "../approvals/request-frame.tsx";
import { RequestView } from "../approvals/request-view.tsx";
import { Mark } from "../parts/mark.tsx";
import { Theirs } from "../parts/texts.tsx";
import { view } from "./flow.ts";
import { LinkDecision } from "./link-decision.tsx";
import { ProblemView } from "./outcome-views.tsx";
import { isPresentRound, type LinkAnswer } from "./service.ts";

/** The page on which an approver decides from a mail, without an account. */
export function LinkPage() {
	const { value: shown } = view;
	const data = "data" in shown ? shown.data : undefined;
	const main = useRef<HTMLElement>(null);
	const status = useRef<HTMLParagraphElement>(null);
	const isFirst = useRef(true);
	useLayoutEffect(() => {
		const said =
			main.current?.querySelector<HTMLElement>(".decision h2") ??
			main.current?.querySelector<HTMLElement>("h1");
		if (!said || !status.current) return;
		document.title = `${data && isPresentRound(data) ? `${titleOf(data)} – a` : "A"}pproval`;
		// When the element with the focus is gone, the heading that says what happened gets the focus.
		const isLost = document.activeElement === document.body;
		if (isLost && !isFirst.current) said.focus();
		else status.current.textContent = said.textContent;
		isFirst.current = false;
	}, [shown]);
	return (
		<>
			{shown.kind !== "LOADING" && <Bar data={data} />}
			<main ref={main}>
				{shown.kind === "LOADING" && (
					<p class="starting" id="starting">
						Loading…
					</p>
				)}
				{shown.kind === "PROBLEM" && <ProblemView key={shown} shown={shown} />}
				{"data" in shown && (
					<RequestFrame shown={shown.data} what={<What data={shown.data} />}>
						<LinkDecision key={shown.token} shown={shown} />
					</RequestFrame>
				)}
			</main>
			<p class="visually-hidden" role="status" ref={status} />
		</>
	);
}

const Bar = ({ data }: { data: LinkAnswer | undefined }) => (
	<header class="top-bar">
		<p class="brand">
			<Mark />
			<Theirs text={data?.organizationName || "Approval"} />
		</p>
		{data && (
			<p class="quiet">
				For <Theirs text={data.approver.name || data.approver.userId} />. Times
				are in {data.timezone}.
			</p>
		)}
	</header>
);

const What = ({ data }: { data: LinkAnswer }) =>
	isPresentRound(data) ? (
		<RequestView shown={data} />
	) : (
		<h1 tabIndex={-1}>This request was submitted again</h1>
	);
