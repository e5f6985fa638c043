import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
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
	const server = createServer((_, response) => begin(response));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	await using served = await serveSignIn(world, { settings: { issuer } });
	const startedAt = performance.now();
	const answer = await served.browser.request(`${served.url}/console/sign-in`);
	expect(answer.status).toBe(503);
	expect(answer.text).toContain("Try again in a minute");
	expect(performance.now() - startedAt).toBeGreaterThan(4_900);
	server.close();
	server.closeAllConnections();
});
