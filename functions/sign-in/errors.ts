import { ApiError } from "../../shared/errors/api-error.ts";

// What a person reads on the page of an error.

export const notBegun = () =>
	new ApiError(
		400,
		"SIGN_IN_EXPIRED",
		"This sign-in was not begun in this browser, was finished already, or was begun more than 10 minutes ago.",
	);

/** The issuer refused the person, or the person cancelled there. */
export const refusedByIssuer = () =>
	new ApiError(
		403,
		"SIGN_IN_REFUSED",
		"The sign-in was cancelled, or your company's account does not let you use this service.",
	);

export const responseRefused = () =>
	new ApiError(
		403,
		"SIGN_IN_REFUSED",
		"The answer of your company's account could not be trusted, so you are not signed in. If it happens again, tell whoever runs this service.",
	);

export const authenticatedLongAgo = () =>
	new ApiError(
		403,
		"SIGN_IN_REFUSED",
		"Your company's account has let you in without asking who you are, and you last told it too long ago. Sign in again.",
	);

export const emailNotVerified = () =>
	new ApiError(
		403,
		"SIGN_IN_REFUSED",
		"Your company's account does not confirm your email address, so you are not signed in. Tell whoever runs this service.",
	);

export const nobodyFound = (email: string) =>
	new ApiError(
		403,
		"SIGN_IN_REFUSED",
		`No active user of an organization has the email ${email}. Ask the person who looks after the users of your organization to add it to yours, or sign in with another account.`,
	);

export const otherAccountBound = (email: string) =>
	new ApiError(
		403,
		"SIGN_IN_REFUSED",
		`Another account has signed in as ${email} before. If the address is yours now, ask whoever runs this service to release it for you.`,
	);

/** Nobody can sign in, through no fault of theirs: the secret of the client has ended, for example. */
export const clientRefused = () =>
	new ApiError(
		503,
		"SERVICE_UNAVAILABLE",
		"Your company's account does not know this service any more, so nobody can sign in. Tell whoever runs this service.",
	);

export const issuerUnavailable = () =>
	new ApiError(
		503,
		"SERVICE_UNAVAILABLE",
		"Your company's account cannot be reached now, so you are not signed in. Try again in a minute.",
	);
