/** The page of the console that shows the organizations of a person, or the only one. */
export const homePage = "/console";

/**
 * The longest page that the cookie of an attempt may name. The gateway refuses requests whose headers have more than
 * 10,240 bytes, so five attempts must leave room for the rest: otherwise a link of another site could lock a person out.
 */
const pageMaxLength = 500;

/** The routes of signing in, to which no one comes back. */
const ownRoutes = new Set(["/console/sign-in", "/console/signed-in"]);

/**
 * The page that a person comes back to: a path below `/console` of this very origin. Anything else is replaced by the
 * home page, because it would lead signed-in people to a page of others (an open redirect).
 */
export function toPage(text = homePage): string {
	const origin = "https://console.invalid";
	if (!URL.canParse(text, origin)) return homePage;
	const url = new URL(text, origin);
	const isBelow =
		url.origin === origin &&
		text.startsWith("/console") &&
		(url.pathname === homePage || url.pathname.startsWith(`${homePage}/`));
	const page = `${url.pathname}${url.search}${url.hash}`;
	return isBelow && !ownRoutes.has(url.pathname) && page.length <= pageMaxLength
		? page
		: homePage;
}
