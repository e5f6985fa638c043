import { generateKeyPairSync, randomUUID } from "node:crypto";
import { once } from "node:events";
import {
	createServer,
	type IncomingMessage,
	type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type Provider from "oidc-provider";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { isLoopbackHost } from "../loopback-address.ts";
import { localClient } from "../template/placeholders.ts";
import { findPeople, releaseFromOthers } from "./find-people.ts";
import { leavePage, noSignInPage, peoplePage } from "./issuer-pages.ts";
import { memoryAdapters } from "./memory-adapter.ts";

export interface LocalIssuer {
	url: string;
	stop(): Promise<void>;
}

/**
 * A real issuer of OpenID Connect, with which people of the table's organizations sign in to the console on this
 * machine. It asks for no password, and forgets everything when it stops.
 *
 * @param consoleUrl The address of the local stack, once it is known.
 */
export async function startLocalIssuer({
	table,
	consoleUrl,
}: {
	table: Table;
	consoleUrl: () => string;
}): Promise<LocalIssuer> {
	let provider: Promise<Provider> | undefined;
	const server = createServer((request, response) => {
		answer(request, response).catch((error: unknown) => {
			console.error(error);
			response.writeHead(500).end();
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	return {
		url,
		async stop() {
			if (!server.listening) return;
			const closed = once(server, "close");
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};

	async function answer(request: IncomingMessage, response: ServerResponse) {
		const { host = "", ...headers } = request.headers;
		if (!isLoopbackHost(host)) return response.writeHead(403).end();
		// The provider is created at the first request, because it is large and the start must not wait for it.
		provider ??= createProvider(url, consoleUrl());
		const own = await provider;
		if (!request.url?.startsWith(`${interactionPath}/`))
			return own.callback()(request, response);
		if (!(await isUnderWay(own, request, response)))
			return sendPage(response, noSignInPage(), 400);
		if (request.method !== "POST")
			return sendPage(response, peoplePage(await findPeople(table)));
		const isForm = headers["content-type"]?.startsWith(formType);
		const email = isForm && (await readForm(request)).get("email");
		const people = await findPeople(table);
		const person = people.find((one) => one.email === email);
		if (!person) return response.writeHead(400).end();
		await releaseFromOthers(table, person.email, url);
		return own.interactionFinished(request, response, {
			login: { accountId: person.email },
		});
	}
}

const interactionPath = "/choose";
const formType = "application/x-www-form-urlencoded";

const hour = 3_600;
const day = 24 * hour;

async function createProvider(
	url: string,
	consoleUrl: string,
): Promise<Provider> {
	const { default: OidcProvider } = await import("oidc-provider");
	const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const key = { ...privateKey.export({ format: "jwk" }), alg: "ES256" };
	const provider = new OidcProvider(url, {
		clients: [
			{
				client_id: localClient,
				token_endpoint_auth_method: "none",
				id_token_signed_response_alg: "ES256",
				redirect_uris: [`${consoleUrl}/console/signed-in`],
				post_logout_redirect_uris: [`${consoleUrl}/console/signed-out`],
			},
		],
		jwks: { keys: [key] },
		adapter: memoryAdapters(),
		ttl: {
			...{ Interaction: hour, Grant: day, Session: day },
			...{ AuthorizationCode: 60, AccessToken: hour, IdToken: hour },
		},
		cookies: { keys: [randomUUID()] },
		claims: { openid: ["sub"], email: ["email", "email_verified"] },
		conformIdTokenClaims: false,
		pkce: { required: () => true },
		findAccount: (_, accountId) => ({
			accountId,
			claims: () => ({
				sub: accountId,
				email: accountId,
				email_verified: true,
			}),
		}),
		interactions: { url: (_, { uid }) => `${interactionPath}/${uid}` },
		features: {
			devInteractions: { enabled: false },
			rpInitiatedLogout: {
				enabled: true,
				logoutSource(context, form) {
					context.body = leavePage(form);
				},
			},
		},
		// The console is the only client, so that nobody is asked whether it may know their email.
		async loadExistingGrant({ oidc }) {
			const { client, session, provider } = oidc;
			if (!client || !session?.accountId) return undefined;
			const grant = new provider.Grant({
				clientId: client.clientId,
				accountId: session.accountId,
			});
			grant.addOIDCScope("openid email");
			await grant.save();
			return grant;
		},
	});
	return provider;
}

/** Whether the person of this browser is about to sign in. A cookie of the provider shows it. */
async function isUnderWay(
	provider: Provider,
	...exchange: [IncomingMessage, ServerResponse]
): Promise<boolean> {
	const { errors } = await import("oidc-provider");
	try {
		await provider.interactionDetails(...exchange);
		return true;
	} catch (error) {
		if (error instanceof errors.SessionNotFound) return false;
		throw error;
	}
}

function sendPage(response: ServerResponse, page: string, status = 200) {
	response.writeHead(status, {
		"content-type": "text/html; charset=utf-8",
		"cache-control": "no-store",
		"x-frame-options": "DENY",
		"referrer-policy": "no-referrer",
	});
	response.end(page);
}

const formMaxBytes = 10_000;

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
	let text = "";
	for await (const chunk of request) {
		text += chunk;
		if (text.length > formMaxBytes) break;
	}
	return new URLSearchParams(text);
}
