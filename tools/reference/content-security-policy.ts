/**
 * Allows the page to run and load only its own files, and to send requests to its own origin and to the API.
 *
 * @param serverUrl The API's URL; a path is one of the page's own origin.
 */
export function contentSecurityPolicy(serverUrl: string): string {
	const api = URL.canParse(serverUrl) ? ` ${new URL(serverUrl).origin}` : "";
	return [
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		// Swagger UI's style sheet has its icons as data URLs.
		"img-src 'self' data:",
		`connect-src 'self'${api}`,
		"base-uri 'none'",
		"form-action 'none'",
	].join("; ");
}
