import { toSingleLine } from "../../../shared/logging/terminal-text.ts";
import { keyPrefixMaxLength } from "../../../shared/organizations/api-keys/api-keys.store.ts";
import { shorten } from "../../../shared/text/shorten.ts";

const charactersMax = 300;

/** Secrets that this service generates (`newSecret`). */
const secrets = new RegExp(`\\bpk_[\\w-]{${keyPrefixMaxLength},}`, "g");

/** Prepares a text for an audit record: short, in one line, and with only the prefix of a secret that lists also show. */
export const recordedText = (text: string): string =>
	shorten(
		toSingleLine(text).replaceAll(
			secrets,
			(secret) => `${secret.slice(0, keyPrefixMaxLength)}…`,
		),
		charactersMax,
	);
