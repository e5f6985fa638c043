const plainCharacter = '[^@\\s\\x00-\\x1f\\x7f-\\x9f<>()\\[\\]\\\\,;:"]';

/** Exactly one @, at neither end (records R4). */
export const emailPattern = "^[^@]+@[^@]+$";

export const emailRule =
	"must be an email address: exactly one @, at neither end";

/**
 * An address that mail can be sent to: no spaces, control characters, quotes, brackets or separators, with which one
 * address could become several, or a header.
 */
export const plainAddressPattern = `^${plainCharacter}+@${plainCharacter}+$`;

export const plainAddressRule =
	"must be a plain email address, such as name@example.com: exactly one @, no spaces, quotes, brackets, commas, colons or semicolons";

export const addressMaxLength = 254;

/** For addresses that were stored before the rule. */
export const isPlainAddress = (email: string): boolean =>
	email.length <= addressMaxLength &&
	new RegExp(plainAddressPattern, "u").test(email);
