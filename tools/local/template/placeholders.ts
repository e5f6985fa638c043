// These texts stand in a template for addresses that are known only when the stack runs.

/** Stands for the address of the API. */
export const apiUrl = "local:api";

/** Stands for the issuer with which people sign in to the console. `signIn:<stage>` accepts only an HTTPS address. */
export const localIssuer = "https://issuer.service.example";

/** The console's client at the local issuer, which has no secret. */
export const localClient = "console";

export interface LocalAddresses {
	apiUrl: string;
	issuerUrl: string;
}

/** Puts the addresses of this run into a function's environment. */
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
