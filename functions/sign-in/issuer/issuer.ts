import {
	type AuthorizationServer,
	allowInsecureRequests,
	authorizationCodeGrantRequest,
	type Client,
	type ClientAuth,
	ClientSecretBasic,
	ClientSecretPost,
	calculatePKCECodeChallenge,
	customFetch,
	discoveryRequest,
	getValidatedIdTokenClaims,
	type IDToken,
	type JsonObject,
	None,
	processAuthorizationCodeResponse,
	processDiscoveryResponse,
	processUserInfoResponse,
	userInfoRequest,
	validateApplicationLevelSignature,
	validateAuthResponse,
} from "oauth4webapi";
import type { Clock } from "../../../shared/environment/clock.ts";
import type { SignInSettings } from "../../../shared/environment/config.ts";
import { maxAgeOf, type SignInAttempt } from "../attempt-cookie.ts";
import type { Refuse } from "../refuse.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import type { ReadSecret } from "./client-secret.ts";
import { explain, UntrustedError } from "./explain.ts";

/** The issuer of OpenID Connect that a stage trusts. */
export interface Issuer {
	/** The address at which the issuer asks the person to sign in. */
	toSignInUrl(state: string, attempt: SignInAttempt): Promise<URL>;
	/**
	 * Exchanges the code of a response for what the issuer says of the person, after all checks of the protocol.
	 *
	 * @param query As it stands in the URL.
	 */
	exchange(
		query: string,
		state: string,
		attempt: SignInAttempt,
	): Promise<VerifiedClaims>;
	/** The address at which the person also signs out of the issuer; null when the issuer has none. */
	toSignOutUrl(): Promise<URL | null>;
}

/** What the issuer says of a person. */
export interface VerifiedClaims {
	idToken: IDToken;
	/** The claims that have the person's email: those of the ID token, or else those of the issuer's user info endpoint. */
	email: JsonObject | IDToken;
}

/** Signatures with public keys. The algorithm `none`, and signatures with the client's secret, are refused. */
const algorithms = [
	...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
	...["ES256", "ES384", "ES512", "Ed25519", "EdDSA"],
];

const discoveredSeconds = 3_600;
/** The time for all answers together. If the function ran out of time, the person would get no page. */
const exchangeSeconds = 8;

export function createIssuer({
	settings: { issuer, clientId, redirectUri },
	readSecret,
	clock,
	refuse,
}: {
	settings: SignInSettings;
	readSecret: ReadSecret;
	clock: Clock;
	refuse: Refuse;
}): Issuer {
	const client: Client = { client_id: clientId };
	const options = {
		[customFetch]: boundedFetch,
		// Only the local issuer has no HTTPS: the stack refuses any other.
		[allowInsecureRequests]: isLoopback(issuer),
	};
	let discovered: { server: AuthorizationServer; at: number } | undefined;

	return {
		toSignInUrl: (...given) => refusing(toSignInUrl(...given)),
		exchange: (...given) => refusing(exchange(...given)),
		toSignOutUrl,
	};

	/** The errors become those of a person who signs in. What the issuer said is not logged: it may have tokens. */
	async function refusing<Result>(work: Promise<Result>): Promise<Result> {
		try {
			return await work;
		} catch (error) {
			const { reason, toError } = explain(error);
			throw refuse(reason, toError());
		}
	}

	async function toSignInUrl(
		state: string,
		attempt: SignInAttempt,
	): Promise<URL> {
		const { nonce, verifier, isRepeated } = attempt;
		const { authorization_endpoint: endpoint } = await discover();
		const url = requireUrl(endpoint);
		const parameters = {
			client_id: clientId,
			redirect_uri: redirectUri,
			response_type: "code",
			scope: "openid email",
			state,
			nonce,
			code_challenge: await calculatePKCECodeChallenge(verifier),
			code_challenge_method: "S256",
			// An issuer that is asked for it says when the person signed in there.
			max_age: `${maxAgeOf(attempt)}`,
			...(isRepeated && { prompt: "login" }),
		};
		for (const [name, value] of Object.entries(parameters))
			url.searchParams.set(name, value);
		return url;
	}

	async function exchange(
		query: string,
		state: string,
		{ nonce, verifier }: SignInAttempt,
	): Promise<VerifiedClaims> {
		const timed = {
			...options,
			signal: AbortSignal.timeout(exchangeSeconds * 1_000),
		};
		const server = await discover(timed);
		const parameters = validateAuthResponse(
			server,
			client,
			new URLSearchParams(query),
			state,
		);
		const response = await authorizationCodeGrantRequest(
			server,
			client,
			await authenticateAt(server),
			parameters,
			redirectUri,
			verifier,
			timed,
		);
		const tokens = await processAuthorizationCodeResponse(
			server,
			client,
			response,
			{ expectedNonce: nonce, requireIdToken: true },
		);
		await validateApplicationLevelSignature(server, response, timed);
		const idToken = getValidatedIdTokenClaims(tokens);
		if (!idToken) throw new UntrustedError("NO_ID_TOKEN");
		// Two accounts without a subject would be one.
		if (idToken.sub === "") throw new UntrustedError("NO_SUBJECT");
		if (idToken.azp !== undefined && idToken.azp !== clientId)
			throw new UntrustedError("OTHER_CLIENT");
		// Some issuers give the email only there.
		const hasEmail = idToken.email !== undefined;
		if (hasEmail || server.userinfo_endpoint === undefined)
			return { idToken, email: idToken };
		const email = await processUserInfoResponse(
			server,
			client,
			idToken.sub,
			await userInfoRequest(server, client, tokens.access_token, timed),
		);
		return { idToken, email: { ...email } as JsonObject };
	}

	async function toSignOutUrl(): Promise<URL | null> {
		const { end_session_endpoint: endpoint } = await discover();
		if (endpoint === undefined) return null;
		const url = requireUrl(endpoint);
		const home = new URL("/console/signed-out", redirectUri).href;
		url.searchParams.set("client_id", clientId);
		url.searchParams.set("post_logout_redirect_uri", home);
		// Amazon Cognito calls it so.
		url.searchParams.set("logout_uri", home);
		return url;
	}

	/** The issuer's own description, which must name exactly the issuer of the settings. */
	async function discover(given = options): Promise<AuthorizationServer> {
		const at = clock().getTime();
		if (discovered && at < discovered.at + discoveredSeconds * 1_000)
			return discovered.server;
		const url = new URL(issuer);
		const found = await processDiscoveryResponse(
			url,
			await discoveryRequest(url, { ...given, algorithm: "oidc" }),
		);
		if (found.issuer !== issuer) throw new UntrustedError("OTHER_ISSUER");
		const { id_token_signing_alg_values_supported: named = ["RS256"] } = found;
		const server = {
			...found,
			id_token_signing_alg_values_supported: named.filter((one) =>
				algorithms.includes(one),
			),
		};
		discovered = { server, at };
		return server;
	}

	async function authenticateAt({
		token_endpoint_auth_methods_supported: methods = ["client_secret_basic"],
	}: AuthorizationServer): Promise<ClientAuth> {
		const secret = await readSecret();
		if (secret === undefined) return None();
		return methods.includes("client_secret_basic")
			? ClientSecretBasic(secret)
			: ClientSecretPost(secret);
	}

	/** An address that a person is sent to: never `javascript:`, for example. */
	function requireUrl(endpoint: string | undefined): URL {
		const url = new URL(endpoint ?? "");
		const isAllowed = url.protocol === "https:" || isLoopback(url.href);
		if (!isAllowed) throw new UntrustedError("NO_HTTPS");
		return url;
	}
}

/** Is this an address of this machine? */
const isLoopback = (url: string): boolean => {
	const { protocol, hostname } = new URL(url);
	return protocol === "http:" && ["127.0.0.1", "localhost"].includes(hostname);
};
