import { expect, it } from "vitest";
import {
	sessionCookie,
	toCookieName,
	toSetCookie,
} from "../../../shared/sessions/session-cookie.ts";

const setCookieAt = (domainName: string) =>
	toSetCookie(
		toCookieName({ requestContext: { domainName } }, sessionCookie),
		"secret",
		{ sameSite: "Strict" },
	);

it.each(["api.acme.example", "localhost.evil.example", "127.0.0.1.example:80"])(
	"console W1: at %s, only HTTPS to this very host carries the cookie of a session, and no script reads it",
	(domainName) => {
		expect(setCookieAt(domainName)).toBe(
			"__Host-session=secret; Path=/; HttpOnly; Secure; SameSite=Strict",
		);
	},
);

it("console W1: on loopback, which has no HTTPS, the port stands in the name of the cookie", () => {
	expect(setCookieAt("127.0.0.1:3000")).toBe(
		"3000-session=secret; Path=/; HttpOnly; SameSite=Strict",
	);
});
