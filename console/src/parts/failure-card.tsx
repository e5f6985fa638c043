import type { Failure } from "../service/failure.ts";

/** Why something cannot be shown or done, in the place where it would be. */
export const FailureCard = ({
	failure: { kind, title, text, mayTryAgain },
	retry,
	goesOn = retry !== undefined,
}: {
	failure: Failure;
	retry?: () => void;
	/** The page asks again by itself. */
	goesOn?: boolean;
}) => (
	<section class="card failure" role="alert">
		<h2>{title}</h2>
		<p>{(goesOn && goesOnTexts[kind]) || text}</p>
		{mayTryAgain && retry && (
			<p class="buttons">
				<button type="button" onClick={retry}>
					Try again
				</button>
			</p>
		)}
	</section>
);

const goesOnTexts: Partial<Record<Failure["kind"], string>> = {
	OFFLINE:
		"Check your connection. This page goes on by itself as soon as the service answers.",
	BUSY: "This page goes on by itself in a few seconds.",
	DOWN: "This is not your doing. This page goes on by itself as soon as the service answers again.",
};
