import type { Failure } from "../service/failure.ts";

/** Why something cannot be shown or done, in the place where it would be. */
export const FailureCard = ({
	failure: { title, text, mayTryAgain },
	retry,
}: {
	failure: Failure;
	retry?: () => void;
}) => (
	<section class="card failure" role="alert">
		<h2>{title}</h2>
		<p>{text}</p>
		{mayTryAgain && retry && (
			<p class="buttons">
				<button type="button" onClick={retry}>
					Try again
				</button>
			</p>
		)}
	</section>
);
