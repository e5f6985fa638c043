import type { SignInSettings } from "../../../shared/environment/config.ts";
import { emailMaxLength } from "../../../shared/text/email.ts";
import type { VerifiedClaims } from "./issuer.ts";

/**
 * The email of a person in lower case; undefined when the issuer does not vouch for it (console W1). A claim that is
 * absent or has another type vouches for nothing.
 */
export function findVerifiedEmail(
	{ email: claims }: VerifiedClaims,
	{ issuer, domains }: Pick<SignInSettings, "issuer" | "domains">,
): string | undefined {
	const { email } = claims;
	if (typeof email !== "string" || !isPlain.test(email)) return undefined;
	// No user has a longer email, and no key of the table can contain one.
	if (email.length > emailMaxLength) return undefined;
	const domain = email.slice(email.indexOf("@") + 1).toLowerCase();

	if (!isVerified(claims, issuer)) return undefined;
	// An account of Google outside a Workspace may have any email.
	const known = issuer === google ? claims.hd : domain;
	if (domains === undefined)
		return issuer === google ? undefined : email.toLowerCase();
	return domains.some((one) => one.toLowerCase() === known)
		? email.toLowerCase()
		: undefined;
}

/** ASCII only: the lower case of some other letters is a letter of ASCII, so that one email could pass for another. */
const isPlain = /^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/;

function isVerified(claims: VerifiedClaims["email"], issuer: string): boolean {
	if (claims.email_verified !== undefined)
		return claims.email_verified === true;
	return isEntra(issuer) && claims.xms_edov === true;
}

/** Microsoft Entra ID, which has no `email_verified` for accounts of organizations. */
const isEntra = (issuer: string): boolean =>
	new URL(issuer).hostname === "login.microsoftonline.com";

const google = "https://accounts.google.com";
