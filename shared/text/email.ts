/** Exactly one @, at neither end (R4). */
export const emailPattern = "^[^@]+@[^@]+$";

/** RFC 5321 */
export const emailMaxLength = 254;

export const emailRule =
	"must be an email address: exactly one @, at neither end";
