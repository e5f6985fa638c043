import { succeeded } from "../../../shared/http/response.ts";
import { sessionEnded } from "../../../shared/http/session-request.ts";
import {
	endSession,
	findPerson,
	renewSession,
} from "../../../shared/sessions/change-sessions.store.ts";
import { toSessionRecord } from "./session-record.ts";
import { sessionRoute } from "./session-route.ts";

/**
 * `POST /console/renew`: extends the session, and looks anew whom its person is in which organization. A session ends
 * here when they are no one anywhere, when their email was released for another account, or when the stage trusts
 * another issuer by now.
 */
export const renewRoute = sessionRoute(
	"renew-session",
	async ({ table, settings, session, request: { now } }) => {
		const { users, account } = await findPerson(table, session.email);
		const isBound =
			session.issuer === settings.issuer &&
			account?.issuer === session.issuer &&
			account.subject === session.subject;
		if (users.length === 0 || !isBound) {
			await endSession(table, session);
			throw sessionEnded();
		}
		const renewed = await renewSession(table, session, { users, now });
		if (!renewed) throw sessionEnded();
		return succeeded(toSessionRecord(renewed, session));
	},
);
