import { askToSignIn } from "../service/sign-in-again.ts";

/** A session is extended at most every five minutes, and only after somebody used a key or a pointer. */
const renewMilliseconds = 5 * 60_000;

export function keepSession() {
	let renewedAt = Date.now();
	const onUse = () => {
		if (Date.now() - renewedAt < renewMilliseconds) return;
		renewedAt = Date.now();
		// The next request that matters notices when the session has ended.
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
 * Signs out of the console, and also of the issuer if it has an address for that.
 *
 * @returns False when signing out failed, so that the person is still signed in.
 */
export async function signOut(everywhere: boolean): Promise<boolean> {
	const response = await post(
		everywhere ? "/console/sign-out-everywhere" : "/console/sign-out",
	).catch(() => undefined);
	// The person's other sessions may still be open. The person can end them after signing in again.
	if (everywhere && response?.status === 401) {
		await askToSignIn("SESSION_OVER");
		return true;
	}
	// A 401 means that the session has ended already.
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
