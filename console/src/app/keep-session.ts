import { askToSignIn } from "../service/sign-in-again.ts";

/** A session is extended while somebody works: at most every five minutes, and only after a key or a pointer was used. */
const renewMilliseconds = 5 * 60_000;

export function keepSession() {
	let renewedAt = Date.now();
	const onUse = () => {
		if (Date.now() - renewedAt < renewMilliseconds) return;
		renewedAt = Date.now();
		// A session that has ended is noticed by the next request that matters.
		void post("/console/renew").catch(() => {});
	};
	addEventListener("keydown", onUse);
	addEventListener("pointerdown", onUse);
	return () => {
		removeEventListener("keydown", onUse);
		removeEventListener("pointerdown", onUse);
	};
}

export const signedOutPath = "/console/signed-out";

/**
 * Leaves the console, and the issuer where it wants to be left, too.
 *
 * @returns false when that did not succeed, so that the person is still signed in.
 */
export async function signOut(everywhere: boolean): Promise<boolean> {
	const response = await post(
		everywhere ? "/console/sign-out-everywhere" : "/console/sign-out",
	).catch(() => undefined);
	// The person's other sessions may still be open. Signed in again, the person can end them.
	if (everywhere && response?.status === 401) {
		await askToSignIn("SESSION_OVER");
		return true;
	}
	// 401: the session has ended already.
	if (!response?.ok && response?.status !== 401) return false;
	const body = await response.json().catch(() => undefined);
	const next: unknown = body?.data?.signOutUrl;
	location.assign(typeof next === "string" ? next : signedOutPath);
	return true;
}

const post = (path: string) =>
	fetch(path, {
		method: "POST",
		headers: { "x-requested-with": "console" },
		credentials: "same-origin",
	});
