import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { connectClientSecret } from "../../../functions/sign-in/issuer/client-secret.ts";
import { localConnection } from "../../../tools/local/local-connection.ts";
import { useWorld } from "../../support/use-world.ts";
import { acmePeople, serveSignIn } from "./sign-in-world.ts";

const world = useWorld(acmePeople);

it.each([
	["that never answers", () => {}],
	[
		"that begins an answer and does not end it",
		(response: { write(text: string): void }) => response.write("{"),
	],
])("console W1: an issuer %s is a 503 after some seconds", async (_, begin) => {
	await using server = await serve((_, response) => begin(response));
	const issuer = server.url;
	await using served = await serveSignIn(world, { settings: { issuer } });
	const startedAt = performance.now();
	const answer = await served.browser.request(`${served.url}/console/sign-in`);
	expect(answer.status).toBe(503);
	expect(answer.text).toContain("Try again in a minute");
	expect(performance.now() - startedAt).toBeGreaterThan(4_900);
});

it("console W1: an issuer whose answers are together too slow is a 503, before the function is out of time", async () => {
	let nonce = "";
	await using server = await serve(async ({ url }, response) => {
		const { url: issuer } = server;
		const encode = (value: object) =>
			Buffer.from(JSON.stringify(value)).toString("base64url");
		const seconds = Math.floor(Date.now() / 1_000);
		const claims = {
			iss: issuer,
			aud: "console",
			sub: "1",
			nonce,
			iat: seconds,
			exp: seconds + 600,
		};
		const answers: Record<string, object> = {
			"/.well-known/openid-configuration": {
				issuer,
				authorization_endpoint: `${issuer}/authorize`,
				token_endpoint: `${issuer}/token`,
				jwks_uri: `${issuer}/keys`,
			},
			"/token": {
				access_token: "a",
				token_type: "bearer",
				id_token: `${encode({ alg: "RS256" })}.${encode(claims)}.AA`,
			},
			"/keys": { keys: [] },
		};
		// Each alone is quick enough. In the end, the signature would be refused.
		if (url === "/token" || url === "/keys") await pause(4_500);
		response.setHeader("content-type", "application/json");
		response.end(JSON.stringify(answers[`${url}`]));
	});
	await using served = await serveSignIn(world, {
		settings: { issuer: server.url },
	});
	const { browser, url } = served;
	const { headers } = await browser.request(`${url}/console/sign-in`);
	const { searchParams } = new URL(`${headers.get("location")}`);
	nonce = `${searchParams.get("nonce")}`;
	const state = `${searchParams.get("state")}`;
	const answer = await browser.request(
		`${url}/console/signed-in?code=c&state=${state}`,
	);
	expect(answer.status).toBe(503);
	expect(answer.text).toContain("Try again in a minute");
});

it("console W1: a secret for which Secrets Manager is asked three times without an answer is an error", async () => {
	let requests = 0;
	await using server = await serve(() => {
		requests += 1;
	});
	// The extension takes away the timeouts, which the deployed connection has.
	const { extensions: _, ...connection } = localConnection(server.url);
	const readSecret = connectClientSecret("s-1", connection);
	await expect(readSecret()).rejects.toThrow();
	expect(requests).toBe(3);
});

async function serve(listener: RequestListener) {
	const server = createServer(listener);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async [Symbol.asyncDispose]() {
			server.close();
			server.closeAllConnections();
		},
	};
}
