import { unavailable } from "../service/failure.ts";
import type { Problem, View } from "./flow.ts";

type Shown<Kind extends View["kind"]> = Extract<View, { kind: Kind }>;

const problems: Readonly<
	Record<Problem, { title: string; cause: string; advice: string }>
> = {
	INCOMPLETE: {
		title: "This link is incomplete",
		cause: "A part of it is missing.",
		advice:
			"Open the link from the mail itself, or copy all of it, with what follows the sign #.",
	},
	INVALID: {
		title: "This link is not valid",
		cause:
			"It has expired, was replaced by the link of a later mail, or belongs to someone who no longer decides.",
		advice:
			"Look for a later mail about the request. If the request still waits for you, an administrator of your organization can ask you again: you get a new mail with a new link.",
	},
	OFFLINE: {
		title: "There is no connection",
		cause: "The service could not be reached.",
		advice:
			"Check your connection: the page tries again as soon as it is back.",
	},
	BUSY: {
		title: unavailable.BUSY.title,
		cause: "Many approvers use the service right now.",
		advice: unavailable.BUSY.text,
	},
	DOWN: {
		title: unavailable.DOWN.title,
		cause: "The link stays valid.",
		advice: unavailable.DOWN.text,
	},
};

/** What the page shows in place of a request that cannot be shown. */
export function ProblemView({
	shown: { problem, readAgain, sendAgain },
}: {
	shown: Shown<"PROBLEM">;
}) {
	const { title, cause, advice } = problems[problem];
	const mayTryAgain = problem in unavailable || problem === "OFFLINE";
	return (
		<section class="card problem" aria-labelledby="title">
			<h1 id="title" tabIndex={-1}>
				{title}
			</h1>
			<p>
				{cause}{" "}
				{sendAgain
					? "It is not known whether the decision that you sent was recorded."
					: "Nothing was decided now."}
			</p>
			<p>{advice}</p>
			{mayTryAgain && (
				<p class="buttons">
					{sendAgain && (
						<button type="button" class="primary" onClick={sendAgain}>
							Send again
						</button>
					)}
					<button
						type="button"
						class={sendAgain ? undefined : "primary"}
						onClick={readAgain}
					>
						{sendAgain ? "See what is recorded" : "Try again"}
					</button>
				</p>
			)}
		</section>
	);
}

/** Shown in place of the form while a decision is sent. */
export const SendingView = () => (
	<section class="card decision" aria-labelledby="decision-title">
		<h2 id="decision-title" tabIndex={-1}>
			Sending your decision…
		</h2>
		<p>Keep this page open until it says what was recorded.</p>
	</section>
);

/** Shown when a decision was sent several times without an answer. */
export const UnsentView = ({
	shown: { isBusy, sendAgain, readAgain },
}: {
	shown: Shown<"UNSENT">;
}) => (
	<section class="card decision" aria-labelledby="decision-title">
		<h2 id="decision-title" tabIndex={-1}>
			{isBusy
				? unavailable.BUSY.title
				: "It is not known whether your decision was recorded"}
		</h2>
		<p>
			{isBusy
				? "Your decision was not recorded yet. Wait a few seconds, then send it again."
				: "The service did not answer. Send the decision again: it counts once, however often it is sent."}
		</p>
		<p class="buttons">
			<button type="button" class="primary" onClick={sendAgain}>
				Send again
			</button>
			<button type="button" onClick={readAgain}>
				See what is recorded
			</button>
		</p>
	</section>
);

/** Says, above the form, that a decision was refused, perhaps after an earlier sending was accepted. */
export const Notice = ({
	refusal: { message = "", mayBeTaken },
}: {
	refusal: NonNullable<Shown<"REQUEST">["refusal"]>;
}) => (
	<p class="notice" role="alert">
		<span>
			<strong>
				{mayBeTaken
					? "Sent again, your decision was refused."
					: "Your decision was not recorded."}
			</strong>{" "}
			{message}
		</span>
	</p>
);
