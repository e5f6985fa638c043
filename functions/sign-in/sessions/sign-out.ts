import type { Reply } from "../../../shared/http/response.ts";
import { succeeded } from "../../../shared/http/response.ts";
import { orWarn } from "../../../shared/logging/logger.ts";
import {
	endSession,
	endSessions,
} from "../../../shared/sessions/change-sessions.store.ts";
import {
	sessionCookie,
	toCookieName,
	toSetCookie,
} from "../../../shared/sessions/session-cookie.ts";
import { type SessionRequest, sessionRoute } from "./session-route.ts";

/** `POST /console/sign-out`: ends this session. */
export const signOutRoute = sessionRoute("sign-out", async (given) => {
	await endSession(given.table, given.session);
	return signedOut(given);
});

/**
 * `POST /console/sign-out-everywhere`: ends all sessions of this person. The present one ends last, so that the person
 * can try again if another one could not be ended.
 */
export const signOutEverywhereRoute = sessionRoute(
	"sign-out-everywhere",
	async (given) => {
		const { table, session } = given;
		await endSessions(table, session.email, { except: session.hash });
		await endSession(table, session);
		return signedOut(given);
	},
);

/** The page then opens `signOutUrl`, where the person also signs out of the issuer. */
async function signedOut({
	event,
	issuer,
	logger,
}: SessionRequest): Promise<Reply> {
	const url = await orWarn(
		logger,
		"The issuer's address for signing out could not be read",
		issuer.toSignOutUrl(),
	);
	const name = toCookieName(event, sessionCookie);
	return {
		...succeeded({ signOutUrl: url?.href ?? null }),
		cookies: [toSetCookie(name, null, { sameSite: "Strict" })],
	};
}
