/** Exactly one @, at neither end (R4). */
export const emailPattern = "^[^@]+@[^@]+$";

export const emailRule =
	"must be an email address: exactly one @, at neither end";
