import { isDomainName } from "../domain.ts";
import { invalidSetting, type Setting } from "../setting.ts";

/** The console's client at an issuer of the organization's own. */
export interface IssuerSetting {
	issuer: string;
	clientId: string;
	/** The domains whose Google accounts may sign in. */
	domains?: string[];
}

/** How people sign in to the console of a stage (console W1). `COGNITO` stands for a user pool of the stack. */
export type SignInSetting = IssuerSetting | "COGNITO";

/** @throws When it is neither `cognito` nor the client of one issuer. */
export function toSignIn(setting: Setting): SignInSetting {
	const { value } = setting;
	if (value === "cognito") return "COGNITO";
	if (typeof value !== "object" || value === null || Array.isArray(value))
		throw invalidSetting(setting, form);
	const { issuer, clientId, domains, ...unknown } = value as Record<
		keyof IssuerSetting,
		unknown
	>;
	const [misspelt] = Object.keys(unknown);
	if (misspelt !== undefined)
		throw invalidSetting(setting, `has an unknown "${misspelt}": it ${form}`);
	if (!isText(issuer) || !isText(clientId)) throw invalidSetting(setting, form);
	refuseIssuer(setting, issuer);
	if (domains === undefined) {
		if (issuer !== google) return { issuer, clientId };
		throw invalidSetting(
			setting,
			'needs "domains" for Google, such as ["example.com"]: anyone can have an account of Google',
		);
	}
	if (!isDomains(domains))
		throw invalidSetting(
			setting,
			'has "domains" that are no list of domains in lower case, such as ["example.com"]',
		);
	return { issuer, clientId, domains };
}

const form =
	'must be "cognito", or an object in the context of cdk.json, such as {"issuer": "https://login.example.com", "clientId": "console"}';

const google = "https://accounts.google.com";

const isText = (value: unknown): value is string =>
	typeof value === "string" && value.trim() !== "";

const isDomains = (value: unknown): value is string[] =>
	Array.isArray(value) &&
	value.length > 0 &&
	value.every((one) => isText(one) && isDomainName(one));

/** The text must be exactly what tokens say, a slash at its end included: it is compared with them as it is. */
function refuseIssuer(setting: Setting, issuer: string) {
	const url = URL.parse(issuer);
	if (
		url?.protocol !== "https:" ||
		`${url.username}${url.password}${url.search}${url.hash}` !== "" ||
		/[?#\s]/.test(issuer)
	)
		throw invalidSetting(
			setting,
			'has an "issuer" that is no https:// address without user, query and fragment: it is the "issuer" of the discovery document, to the letter',
		);
	// https://learn.microsoft.com/entra/identity-platform/v2-protocols#endpoints
	const [, tenant = ""] = url.pathname.split("/");
	if (
		url.hostname === "login.microsoftonline.com" &&
		/^(common|organizations|consumers|\{.*\}|%7b.*%7d)?$/i.test(tenant)
	)
		throw invalidSetting(
			setting,
			'has an "issuer" of many tenants, whose accounts anyone can make: name your own, https://login.microsoftonline.com/<tenant id>/v2.0',
		);
}
