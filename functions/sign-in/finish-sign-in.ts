import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { requestTable } from "../../shared/dynamodb/retries/request-table.ts";
import type { PageRequest } from "../../shared/http/page-handler.ts";
import type { Reply } from "../../shared/http/response.ts";
import {
	findPerson,
	insertSession,
} from "../../shared/sessions/change-sessions.store.ts";
import {
	addSeconds,
	type Session,
	sessionSeconds,
	toSessionId,
} from "../../shared/sessions/session.ts";
import {
	sessionCookie,
	toCookieName,
	toSessionHash,
	toSetCookie,
} from "../../shared/sessions/session-cookie.ts";
import {
	deleteAttempt,
	findAttempt,
	maxAgeOf,
	randomText,
	type SignInAttempt,
} from "./attempt-cookie.ts";
import { browserRoute } from "./browser-route.ts";
import type { RoutedDependencies } from "./dependencies.ts";
import {
	authenticatedLongAgo,
	emailNotVerified,
	nobodyFound,
	notBegun,
	otherAccountBound,
} from "./errors.ts";
import type { VerifiedClaims } from "./issuer/issuer.ts";
import { findVerifiedEmail } from "./issuer/verified-email.ts";
import { toPage } from "./page-to-open.ts";

/** `GET /console/signed-in`: the redirect URI. Creates a session, and leads to the page that the person came from. */
export const finishRoute = (dependencies: RoutedDependencies) =>
	browserRoute(
		{
			operation: "signed-in",
			parse: (event) => event,
			run: (event, request) => finish(dependencies, event, request),
		},
		dependencies,
	);

async function finish(
	{ table: unlimited, issuer, settings, refuse }: RoutedDependencies,
	event: APIGatewayProxyEventV2,
	request: PageRequest,
): Promise<Reply> {
	const { now } = request;
	const state = event.queryStringParameters?.state ?? "";
	const attempt = findAttempt(event, state, now);
	if (!attempt) throw refuse("NOT_BEGUN", notBegun());

	const claims = await issuer.exchange(event.rawQueryString, state, attempt);
	if (isTooLongAgo(claims, attempt, now))
		throw refuse("AUTHENTICATED_LONG_AGO", authenticatedLongAgo());
	const email = findVerifiedEmail(claims, settings);
	if (email === undefined)
		throw refuse("EMAIL_NOT_VERIFIED", emailNotVerified());

	const table = requestTable(unlimited, request);
	const { users } = await findPerson(table, email);
	if (users.length === 0) throw refuse("NOBODY_FOUND", nobodyFound(email));

	// The session is always a new one: whoever knew the browser's former cookie does not know this one.
	const secret = randomText();
	const hash = toSessionHash(secret);
	const session = { ...toSession(claims, now), hash, email, users };
	if (!(await insertSession(table, session)))
		throw refuse("OTHER_ACCOUNT", otherAccountBound(email));
	request.identify({ session: { id: toSessionId(hash) } });
	return {
		status: 302,
		body: "",
		// The page is checked again: if others could write the cookie, it might name any page.
		headers: { location: toPage(attempt.page) },
		cookies: [
			toSetCookie(toCookieName(event, sessionCookie), secret, {
				sameSite: "Strict",
			}),
			deleteAttempt(event, state),
		],
	};
}

/**
 * OpenID Connect Core, 3.1.3.7 (13): did the person prove who they are longer ago than the request to the issuer allowed?
 * The answer is no if the issuer does not say when it was.
 */
function isTooLongAgo(
	{ idToken: { auth_time: seconds } }: VerifiedClaims,
	attempt: SignInAttempt,
	now: Date,
): boolean {
	if (seconds === undefined) return false;
	const age = now.getTime() / 1_000 - seconds;
	return age > maxAgeOf(attempt) + clockToleranceSeconds;
}

/** The other checks of a token have the same tolerance. */
const clockToleranceSeconds = 30;

function toSession(
	{ idToken }: VerifiedClaims,
	now: Date,
): Omit<Session, "hash" | "email" | "users"> {
	const { iss: issuer, sub: subject, auth_time: seconds } = idToken;
	const signedInAt = now.toISOString();
	return {
		issuer,
		subject,
		signedInAt,
		authTime: seconds === undefined ? null : toInstant(seconds, now),
		renewedAt: signedInAt,
		endsAt: addSeconds(signedInAt, sessionSeconds),
	};
}

/** Not later than now: the issuer's clock may be ahead. */
const toInstant = (seconds: number, now: Date): string =>
	new Date(Math.min(seconds * 1_000, now.getTime())).toISOString();
