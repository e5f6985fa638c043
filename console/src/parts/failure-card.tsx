import { type Failure, isPassing } from "../service/failure.ts";

/** Says why something cannot be shown or done, in the place where it would be. */
export const FailureCard = ({
	failure,
	retry,
	goesOn = retry !== undefined,
}: {
	failure: Failure;
	retry?: () => void;
	/** Whether the page asks again by itself. */
	goesOn?: boolean;
}) => (
	<section class="card failure" role="alert">
		<h2>{failure.title}</h2>
		<p>
			{goesOn && isPassing(failure)
				? "This page goes on by itself as soon as the service answers."
				: failure.text}
		</p>
		{failure.mayTryAgain && retry && (
			<p class="buttons">
				<button type="button" onClick={retry}>
					Try again
				</button>
			</p>
		)}
	</section>
);
