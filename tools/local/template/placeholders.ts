// What a template says of addresses that are known only when the stack runs.

/** Stands for the address of the API. */
export const apiUrl = "local:api";

/** Stands for the issuer with which people sign in to the console: `signIn:<stage>` takes no address without HTTPS. */
export const localIssuer = "https://issuer.service.example";

/** The console's client at the local issuer, which has no secret. */
export const localClient = "console";

export interface LocalAddresses {
	apiUrl: string;
	issuerUrl: string;
}

/** A function's environment with the addresses of this run. */
export const withAddresses = (
	environment: Record<string, string>,
	addresses: LocalAddresses,
): Record<string, string> =>
	Object.fromEntries(
		Object.entries(environment).map(([name, value]) => [
			name,
			value
				.replaceAll(apiUrl, addresses.apiUrl)
				.replaceAll(localIssuer, addresses.issuerUrl),
		]),
	);
