import { createHash } from "node:crypto";
import { findLoopbackPort } from "../text/loopback-port.ts";

/** What a request carries its cookies in: an event of API Gateway has no header `Cookie`. */
export interface CookieCarrier {
	cookies?: string[];
	requestContext: { domainName: string };
}

/**
 * The name of a cookie of the console. The prefix `__Host-` makes the browser refuse one from a sibling domain, or for
 * another path (RFC 6265bis). It needs HTTPS, so on loopback the port takes its place: cookies do not tell ports apart.
 */
export function toCookieName(
	{ requestContext: { domainName } }: CookieCarrier,
	name: string,
): string {
	const port = findLoopbackPort(domainName);
	return port === undefined ? `__Host-${name}` : `${port}-${name}`;
}

/** The attributes of a cookie; null deletes it. */
export function toSetCookie(
	name: string,
	value: string | null,
	{ sameSite, seconds }: { sameSite: "Strict" | "Lax"; seconds?: number },
): string {
	return [
		`${name}=${value ?? ""}`,
		"Path=/",
		"HttpOnly",
		...(name.startsWith("__Host-") ? ["Secure"] : []),
		`SameSite=${sameSite}`,
		...(value === null ? ["Max-Age=0"] : []),
		...(value !== null && seconds !== undefined ? [`Max-Age=${seconds}`] : []),
	].join("; ");
}

/**
 * The cookies of a request, by name. Several cookies with one name are all ignored: no browser sends them. A name is
 * taken to the letter, and not with `trim()`, which also removes spaces beyond ASCII: a sibling domain could set a cookie
 * whose name has such a space before the prefix, and it would pass for ours.
 */
export function readCookies({
	cookies = [],
}: CookieCarrier): Map<string, string> {
	const pairs = cookies.map((cookie) => {
		const [name = ""] = cookie.split("=", 1);
		return {
			name: name.replace(/^ +/, ""),
			value: cookie.slice(name.length + 1),
		};
	});
	const byName = Map.groupBy(pairs, ({ name }) => name);
	return new Map(
		[...byName].flatMap(([name, [first, ...others]]) =>
			first && others.length === 0 ? [[name, first.value]] : [],
		),
	);
}

export const sessionCookie = "session";

/** The hash of the session that a request names; undefined when it names none. */
export function readSessionHash(request: CookieCarrier): string | undefined {
	const secret = readCookies(request).get(toCookieName(request, sessionCookie));
	return secret ? toSessionHash(secret) : undefined;
}

/** @param secret The value of the cookie. */
export const toSessionHash = (secret: string): string =>
	createHash("sha256").update(secret).digest("hex");
