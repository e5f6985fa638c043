/** The page of the console that shows the organizations of a person, or the only one. */
export const homePage = "/console";

/** A browser drops a cookie of more than 4 KB, and with it the attempt. */
const pageMaxLength = 2_000;

/** The routes of signing in, to which no one comes back. */
const ownRoutes = new Set(["/console/sign-in", "/console/signed-in"]);

/**
 * The page that a person comes back to: a path below `/console` of this very origin. Anything else would lead signed-in
 * people to a page of others (an open redirect), and is the home page.
 */
export function toPage(text = homePage): string {
	const origin = "https://console.invalid";
	if (text.length > pageMaxLength || !URL.canParse(text, origin))
		return homePage;
	const url = new URL(text, origin);
	const isBelow =
		url.origin === origin &&
		text.startsWith("/console") &&
		(url.pathname === homePage || url.pathname.startsWith(`${homePage}/`));
	return isBelow && !ownRoutes.has(url.pathname)
		? `${url.pathname}${url.search}${url.hash}`
		: homePage;
}
