/**
 * Says what is wrong with the address of the service; undefined when nothing is. Without TLS, anyone on the way could
 * read the API key, so that only this machine may be called without it.
 */
export function findUrlFault(text: string): string | undefined {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !["http:", "https:"].includes(url.protocol))
		return "must be a URL such as https://api.example.com";
	if (url.protocol === "http:" && !isLoopback(url.hostname))
		return "must begin with https://, since others could read the API key on its way; http:// is for this machine only, such as http://localhost:3000";
	if (url.search || url.hash || url.username || url.password)
		return "must have no query, fragment or password";
	return undefined;
}

const isLoopback = (hostname: string): boolean =>
	/^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(hostname);
