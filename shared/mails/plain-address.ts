const character = '[^@\\s\\x00-\\x1f\\x7f-\\x9f<>()\\[\\]\\\\,;:"]';
const plainAddress = new RegExp(`^${character}+@${character}+$`, "u");

/**
 * May a mail be sent to an email that the service accepts (R4)? Not with spaces, control characters, quotes,
 * brackets or separators: with them one address could become several, or a header.
 */
export const isPlainAddress = (email: string): boolean =>
	plainAddress.test(email);
