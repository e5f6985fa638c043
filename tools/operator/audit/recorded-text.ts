import { toSingleLine } from "../../../shared/logging/terminal-text.ts";
import { keyPrefixMaxLength } from "../../../shared/organizations/api-keys/api-keys.store.ts";
import { shorten } from "../../../shared/text/shorten.ts";

const charactersMax = 300;

/** Secrets that this service generates (`newSecret`). */
const secrets = new RegExp(`\\bpk_[\\w-]{${keyPrefixMaxLength},}`, "g");

/** A text as an audit record has it: short, in one line, and of a secret only the prefix that lists show too. */
export const recordedText = (text: string): string =>
	shorten(
		toSingleLine(text).replaceAll(
			secrets,
			(secret) => `${secret.slice(0, keyPrefixMaxLength)}…`,
		),
		charactersMax,
	);
