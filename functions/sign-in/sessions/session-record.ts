import {
	endOf,
	type Session,
	toSessionId,
} from "../../../shared/sessions/session.ts";

/** What a person reads of one of their sessions. */
export const toSessionRecord = (session: Session, current: Session) => ({
	id: toSessionId(session.hash),
	signedInAt: session.signedInAt,
	renewedAt: session.renewedAt,
	/** When the session ends if it is not renewed. */
	endsAt: endOf(session),
	isCurrent: session.hash === current.hash,
});
