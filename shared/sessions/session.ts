/** How long a session of the console lasts (console W1): after signing in, and without a renewal. */
export const sessionSeconds = 12 * 3600;
export const idleSeconds = 30 * 60;

/** A person who releases a run, reverses a payment or voids an invoice must have signed in within this time. */
export const recentSignInSeconds = 15 * 60;

/** The session of a person who signed in to the console. It is valid in each organization of theirs. */
export interface Session {
	/** SHA-256 (hex) of the 32 bytes in the cookie. */
	hash: string;
	/** The person's verified email, in lower case. */
	email: string;
	/** The account at the issuer. */
	issuer: string;
	subject: string;
	/** RFC 3339 in UTC, as all instants. */
	signedInAt: string;
	/** When the issuer says that the person proved who they are; null where it does not say. */
	authTime: string | null;
	renewedAt: string;
	endsAt: string;
	users: readonly SessionUser[];
}

/** A user that a person is in an organization. */
export interface SessionUser {
	organizationId: string;
	userId: string;
}

/** When the session ends if it is not renewed. */
export function endOf({ renewedAt, endsAt }: Session): string {
	const idleEnd = addSeconds(renewedAt, idleSeconds);
	return idleEnd < endsAt ? idleEnd : endsAt;
}

export const hasEnded = (session: Session, now: Date): boolean =>
	endOf(session) <= now.toISOString();

/**
 * When the person proved who they are: at the instant that the issuer names, else when they signed in to us
 * (`docs/security.md` says what that is worth).
 */
export const authenticatedAt = ({ authTime, signedInAt }: Session): string =>
	authTime ?? signedInAt;

/** The first characters of a session's hash, for lists and log lines: they tell sessions apart, and open none. */
export const toSessionId = (hash: string): string => `ses_${hash.slice(0, 16)}`;

export const addSeconds = (instant: string, seconds: number): string =>
	new Date(Date.parse(instant) + seconds * 1_000).toISOString();
