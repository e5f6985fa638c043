import {
	AdvanceUnknownError,
	type CreatedAdvance,
	createVendorAdvance,
} from "../../../client/src/advances/create-vendor-advance.ts";
import {
	type AttemptKey,
	newAttemptKey,
} from "../../../client/src/attempts/attempt-key.ts";
import type { Session } from "../service/session.ts";
import type { AdvanceBody } from "./advance-draft.ts";

/** A request for an advance whose outcome is not known yet. */
export interface OpenAttempt {
	key: AttemptKey;
	body: AdvanceBody;
}

/**
 * Raises an advance once: if the answer is lost, the service is asked for the outcome. Until it is known, the request is
 * kept for this tab, so that neither a second click nor a page that is loaded again raises a second advance.
 *
 * @param open A request that was sent before and whose outcome is not known; nothing else is sent then.
 * @throws AdvanceUnknownError When the outcome could not be found out. The attempt then stays open.
 */
export async function raiseAdvance(
	session: Session,
	body: AdvanceBody,
	open?: OpenAttempt,
): Promise<CreatedAdvance> {
	const sent = open?.body ?? body;
	try {
		const created = await createVendorAdvance(session.client.context, sent, {
			attempt: open?.key ?? newAttemptKey(),
			beforeSend: (key) => keepAttempt(session, { key, body: sent }),
		});
		forgetAttempt(session);
		return created;
	} catch (error) {
		if (error instanceof AdvanceUnknownError)
			keepAttempt(session, { key: error.attempt, body: sent });
		else forgetAttempt(session);
		throw error;
	}
}

const storageKey = ({ base, userId }: Session) => `advance ${base} ${userId}`;

const keepAttempt = (
	session: Session,
	{ key: { idempotencyKey, firstSentAt }, body }: OpenAttempt,
) =>
	sessionStorage.setItem(
		storageKey(session),
		JSON.stringify({ key: { idempotencyKey, firstSentAt }, body }),
	);

const forgetAttempt = (session: Session) =>
	sessionStorage.removeItem(storageKey(session));

/** The request of this tab whose outcome is not known. */
export function findOpenAttempt(session: Session): OpenAttempt | undefined {
	const kept = sessionStorage.getItem(storageKey(session));
	if (kept === null) return undefined;
	// Unchecked cast: `keepAttempt` has written it.
	const { key, body } = JSON.parse(kept) as OpenAttempt;
	const firstSentAt = new Date(key.firstSentAt ?? Date.now());
	return { key: { ...key, firstSentAt }, body };
}
