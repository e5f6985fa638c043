import { randomBytes } from "node:crypto";
import {
	recentSignInSeconds,
	sessionSeconds,
} from "../../shared/sessions/session.ts";
import {
	type CookieCarrier,
	readCookies,
	toCookieName,
	toSetCookie,
} from "../../shared/sessions/session-cookie.ts";

/** What is remembered in the browser from the way to the issuer until the way back. */
export interface SignInAttempt {
	nonce: string;
	/** The verifier of PKCE. */
	verifier: string;
	/** Where the person goes then: a path below `/console`. */
	page: string;
	/** Whether the person is signed in already, and proves again who they are. */
	isRepeated: boolean;
	/** Epoch milliseconds. */
	startedAt: number;
}

/** The longest time in seconds since the person proved to the issuer who they are (`max_age` of OpenID Connect). */
export const maxAgeOf = ({
	isRepeated,
}: Pick<SignInAttempt, "isRepeated">): number =>
	isRepeated ? recentSignInSeconds : sessionSeconds;

const attemptSeconds = 600;
/** Each attempt has a cookie of its own, so that several tabs may sign in at once. A limit keeps the headers short. */
const attemptsMax = 5;
const prefix = "sign-in-";

/** Random bytes that nobody can guess, as a text for URLs and cookies. */
export const randomText = (): string => randomBytes(32).toString("base64url");

/** Only such a text may become the name of a cookie again: other names may have characters that no answer can carry. */
const isRandomText = (text: string) => /^[\w-]{43}$/.test(text);

/** The cookie of an attempt, and those that delete the oldest of too many. */
export function toAttemptCookies(
	request: CookieCarrier,
	state: string,
	attempt: SignInAttempt,
): string[] {
	const name = toCookieName(request, `${prefix}${state}`);
	const value = Buffer.from(JSON.stringify(attempt)).toString("base64url");
	const attributes = { sameSite: "Lax", seconds: attemptSeconds } as const;
	return [
		...oldestOf(request).map(deletionOf),
		toSetCookie(name, value, attributes),
	];
}

/** The attempt to which a response of the issuer belongs; undefined if this browser began none, or too long ago. */
export function findAttempt(
	request: CookieCarrier,
	state: string,
	now: Date,
): SignInAttempt | undefined {
	if (!isRandomText(state)) return undefined;
	const name = toCookieName(request, `${prefix}${state}`);
	const attempt = parse(readCookies(request).get(name));
	if (!attempt) return undefined;
	const age = now.getTime() - attempt.startedAt;
	return age <= attemptSeconds * 1_000 ? attempt : undefined;
}

export const deleteAttempt = (request: CookieCarrier, state: string): string =>
	deletionOf(toCookieName(request, `${prefix}${state}`));

const deletionOf = (name: string) =>
	toSetCookie(name, null, { sameSite: "Lax" });

function oldestOf(request: CookieCarrier): string[] {
	const start = toCookieName(request, prefix);
	return [...readCookies(request)]
		.filter(
			([name]) =>
				name.startsWith(start) && isRandomText(name.slice(start.length)),
		)
		.map(([name, value]) => ({
			name,
			startedAt: parse(value)?.startedAt ?? 0,
		}))
		.sort((one, other) => other.startedAt - one.startedAt)
		.slice(attemptsMax - 1)
		.map(({ name }) => name);
}

/** A person can write cookies of their own browser. Only their own attempt can fail by that. */
function parse(value = ""): SignInAttempt | undefined {
	try {
		const attempt: unknown = JSON.parse(
			Buffer.from(value, "base64url").toString(),
		);
		return isAttempt(attempt) ? attempt : undefined;
	} catch {
		return undefined;
	}
}

function isAttempt(value: unknown): value is SignInAttempt {
	if (typeof value !== "object" || value === null) return false;
	const { nonce, verifier, page, isRepeated, startedAt } =
		value as Partial<SignInAttempt>;
	return (
		[nonce, verifier, page].every((text) => typeof text === "string") &&
		typeof isRepeated === "boolean" &&
		typeof startedAt === "number"
	);
}
