import { invalidSetting, type Setting, toObject } from "../setting.ts";

/** How people sign in to the console of a stage (console W1). */
export interface SignInSetting {
	issuer: string;
	clientId: string;
	domains?: string[];
}

const form =
	'must be an object such as {"issuer": "https://login.example.com", "clientId": "console"}';

/** @throws When it is not the client of one issuer. */
export function toSignIn(setting: Setting): SignInSetting {
	const { issuer, clientId, domains } = toObject(setting, form);
	const isIssuer = typeof issuer === "string" && issuer.startsWith("https://");
	if (!isIssuer || typeof clientId !== "string" || clientId === "")
		throw invalidSetting(setting, form);
	if (domains === undefined) return { issuer, clientId };
	const isList =
		Array.isArray(domains) && domains.every((one) => typeof one === "string");
	if (!isList) throw invalidSetting(setting, form);
	return { issuer, clientId, domains };
}
