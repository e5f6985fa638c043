import { succeeded } from "../../../shared/http/response.ts";
import { findSessions } from "../../../shared/sessions/change-sessions.store.ts";
import { toSessionRecord } from "./session-record.ts";
import { sessionRoute } from "./session-route.ts";

/** `GET /console/sessions`: the sessions of this person in all browsers, the latest first. */
export const listSessionsRoute = sessionRoute(
	"session-list",
	async ({ table, session, request: { now } }) => {
		const sessions = await findSessions(table, session.email, now);
		return succeeded({
			items: sessions.map((one) => toSessionRecord(one, session)),
		});
	},
);
