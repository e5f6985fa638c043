import { expect, it } from "vitest";
import type { VerifiedClaims } from "../../../functions/sign-in/issuer/issuer.ts";
import { findVerifiedEmail } from "../../../functions/sign-in/issuer/verified-email.ts";
import { emailMaxLength } from "../../../shared/text/email.ts";

const google = "https://accounts.google.com";
const entra = "https://login.microsoftonline.com/1a/v2.0";
const okta = "https://acme.okta.com";

type Claims = Record<string, string | boolean | number>;

const find = (issuer: string, claims: Claims, domains?: string[]) =>
	findVerifiedEmail(
		{
			email: { email: "Asha@acme.example", ...claims },
		} as unknown as VerifiedClaims,
		{ issuer, ...(domains && { domains }) },
	);

const verified = { email_verified: true };
const found = "asha@acme.example";
const longest = found.padStart(emailMaxLength, "a");

it.each<[string, string | undefined, Parameters<typeof find>]>([
	["any issuer that has verified it", found, [okta, verified]],
	[
		"an issuer, of one of its domains",
		found,
		[okta, verified, ["acme.example"]],
	],
	[
		"an issuer, with a letter whose lower case is a letter of ASCII",
		undefined,
		[okta, { ...verified, email: "an\u212aur@acme.example" }],
	],
	[
		"an issuer, with a second domain",
		undefined,
		[okta, { ...verified, email: `${found}@evil.example` }],
	],
	[
		"an issuer, with something before it",
		undefined,
		[okta, { ...verified, email: `Asha ${found}` }],
	],
	[
		"an issuer, as long as an email may be",
		longest,
		[okta, { ...verified, email: longest }],
	],
	[
		"an issuer, longer than an email may be",
		undefined,
		[okta, { ...verified, email: `a${longest}` }],
	],
	["an issuer, of another domain", undefined, [okta, verified, ["x.example"]]],
	["Entra ID, of a verified domain", found, [entra, { xms_edov: true }]],
	["Entra ID, of no verified domain", undefined, [entra, { xms_edov: false }]],
	["Entra ID, with a number", undefined, [entra, { xms_edov: 1 }]],
	["Entra ID, without a claim", undefined, [entra, {}]],
	[
		"Entra ID, which has not verified it",
		undefined,
		[entra, { xms_edov: true, email_verified: false }],
	],
	[
		"a copy of Entra ID",
		undefined,
		["https://login.microsoftonline.com.evil.example/", { xms_edov: true }],
	],
	[
		"Google, of a Workspace",
		found,
		[google, { ...verified, hd: "acme.example" }, ["acme.example"]],
	],
	[
		"Google, of another Workspace",
		undefined,
		[google, { ...verified, hd: "evil.example" }, ["acme.example"]],
	],
	[
		"Google, outside a Workspace",
		undefined,
		[google, verified, ["acme.example"]],
	],
	[
		"Google, without domains in the settings",
		undefined,
		[google, { ...verified, hd: "acme.example" }],
	],
])("console W1: an email of %s is %s", (_, expected, given) => {
	expect(find(...given)).toBe(expected);
});
