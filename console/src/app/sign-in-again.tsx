import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Dialog } from "../parts/dialog.tsx";
import {
	question,
	signedInAgainPath,
	signInAddress,
} from "../service/sign-in-again.ts";

/** Asks the person to sign in again in another window, so that this page and what was typed in it stay. */
export function SignInAgain() {
	const opened = useSignal<Window | null>(null);
	const { value: asked } = question;
	useEffect(() => {
		if (!asked) opened.value = null;
	}, [asked]);
	if (!asked) return null;
	const isOver = asked.reason === "SESSION_OVER";
	const signIn = () => {
		opened.value = window.open(
			signInAddress(signedInAgainPath, { isFresh: !isOver }),
			"console-sign-in",
			"popup,width=520,height=720",
		);
	};
	return (
		<Dialog
			title={isOver ? "Your session has ended" : "Is it still you?"}
			onClose={() => asked.answer(false)}
		>
			<p>
				{isOver
					? "Sign in again to go on. Nothing that you have typed is lost."
					: "This is important enough that you sign in again for it. You stay on this page."}
			</p>
			<div class="buttons">
				<button type="button" class="primary" onClick={signIn} autoFocus>
					Sign in
				</button>
				{opened.value ? (
					<button type="button" onClick={() => asked.answer(true)}>
						I have signed in
					</button>
				) : (
					<button type="button" onClick={() => asked.answer(false)}>
						Not now
					</button>
				)}
			</div>
		</Dialog>
	);
}
