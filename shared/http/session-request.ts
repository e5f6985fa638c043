import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Clock } from "../environment/clock.ts";
import { ApiError, validationFailed } from "../errors/api-error.ts";
import type { Caller } from "../organizations/organization.ts";
import {
	authenticatedAt,
	endOf,
	hasEnded,
	type Session,
	type SessionUser,
	toSessionId,
} from "../sessions/session.ts";
import { readSessionHash } from "../sessions/session-cookie.ts";
import { missingCredentials } from "./errors.ts";
import type { AuthenticateSession } from "./middleware/authenticate.ts";

export interface SessionFinders {
	/** The session with this hash, as stored now. */
	findSession: (hash: string) => Promise<Session | undefined>;
	/** The same, which may be some seconds old. */
	findCachedSession: (hash: string) => Promise<Session | undefined>;
	/** Whom the person is in an organization; it may be some seconds old. */
	findSessionCaller: (
		email: string,
		user: SessionUser,
	) => Promise<
		| Pick<Caller, "organization" | "user" | "permissions" | "isSuspended">
		| undefined
	>;
	clock: Clock;
}

/** Console W1, "In the API": the session, then the organization that the request is for. */
export const sessionAuthentication =
	(finders: SessionFinders): AuthenticateSession =>
	async (event) => {
		if (!isOfConsole(event)) throw missingCredentials();
		const session = await requireSession(finders, event);

		const organizationId = event.headers["x-organization"];
		if (!organizationId)
			throw validationFailed(
				"/x-organization",
				"must be the id of the organization that the request is for (GET /console/organizations lists them)",
			);
		const user = session.users.find(
			(one) => one.organizationId === organizationId,
		);
		const found =
			user && (await finders.findSessionCaller(session.email, user));
		if (!found) throw notOfOrganization();
		return {
			...found,
			keyId: null,
			session: {
				id: toSessionId(session.hash),
				authenticatedAt: authenticatedAt(session),
			},
			expiresAt: endOf(session),
		};
	};

/**
 * Did a page of the console send the request? No other page can send this header without the browser asking the API
 * first, which grants it to none.
 */
export function isOfConsole({
	headers,
}: Pick<APIGatewayProxyEventV2, "headers">): boolean {
	const site = headers["sec-fetch-site"];
	return (
		headers["x-requested-with"] === "console" &&
		(site === undefined || site === "same-origin")
	);
}

/** @throws 401 when the request names no session, or one that is unknown or has ended. */
export async function requireSession(
	{
		findSession,
		findCachedSession,
		clock,
	}: Pick<SessionFinders, "findSession" | "findCachedSession" | "clock">,
	event: APIGatewayProxyEventV2,
): Promise<Session> {
	const hash = readSessionHash(event);
	if (hash === undefined) throw missingCredentials();

	const isOpen = (session: Session | undefined) =>
		session !== undefined && !hasEnded(session, clock());
	const cached = await findCachedSession(hash);
	// Another function may have renewed the session since it was cached.
	const session = isOpen(cached) ? cached : cached && (await findSession(hash));
	if (!session || !isOpen(session)) throw sessionEnded();
	return session;
}

export const sessionEnded = () =>
	new ApiError(
		401,
		"INVALID_API_KEY",
		"The session is unknown or has ended: sign in again",
	);

const notOfOrganization = () =>
	new ApiError(
		403,
		"ACCESS_DENIED",
		"You are no active user of this organization: ask its administrator, or choose another organization",
	);
