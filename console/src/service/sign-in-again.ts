import { signal } from "@preact/signals";

export type SignInReason =
	/** Nobody is signed in any more. */
	| "SESSION_OVER"
	/** Something important needs a sign-in of the last minutes. */
	| "LONG_AGO";

interface Question {
	reason: SignInReason;
	answer(isSignedIn: boolean): void;
}

/** What `SignInAgain` asks. Several requests may wait for one answer. */
export const question = signal<Question | undefined>(undefined);

let asked: Promise<boolean> | undefined;

/** @returns Whether the person has signed in again. */
export function askToSignIn(reason: SignInReason): Promise<boolean> {
	if (!asked) {
		asked = new Promise<boolean>((resolve) => {
			question.value = { reason, answer: resolve };
		}).finally(() => {
			question.value = undefined;
			asked = undefined;
		});
	}
	return asked;
}

const channel = new BroadcastChannel("console-signed-in");

/** Other tabs, and the window in which the person signs in, say when it is done. */
channel.addEventListener("message", () => question.value?.answer(true));

/** The page that the separate window shows after signing in. */
export const signedInAgainPath = "/console/signed-in-again";

export function announceSignIn() {
	channel.postMessage("signed in");
	window.close();
}

/** Leads to the sign-in and back to the page, on which nothing was shown or typed yet. Nothing runs after it. */
export function leaveToSignIn(page: string): Promise<never> {
	location.replace(signInAddress(page));
	return new Promise<never>(() => {});
}

/** @param isFresh Whether the issuer must ask for the password, although it knows the person. */
export const signInAddress = (page: string, { isFresh = false } = {}) =>
	`/console/sign-in?${new URLSearchParams({
		page,
		...(isFresh && { reauthenticate: "true" }),
	})}`;
