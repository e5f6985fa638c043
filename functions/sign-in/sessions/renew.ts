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
 * `POST /console/renew`: extends the session, and looks up again of which organizations its person is a user. A session
 * ends here when the person is not a user of any organization, when their email was released for another account, or when
 * the stage now trusts another issuer.
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
