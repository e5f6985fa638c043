import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectClientSecret } from "../../../functions/sign-in/issuer/client-secret.ts";
import { localConnection } from "../../../tools/local/local-connection.ts";

const arn = "arn:aws:secretsmanager:ap-south-1:000000000000:secret:s-1";

/** Secrets Manager, which answers whatever a test wants. */
let answer: [status: number, body: object];
let calls: unknown[] = [];
const server = createServer(async (request, response) => {
	calls.push(await json(request));
	response.setHeader("content-type", "application/x-amz-json-1.1");
	response.writeHead(answer[0]).end(JSON.stringify(answer[1]));
});
let url = "";
beforeAll(async () => {
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	// Unchecked cast: a server that listens on TCP has such an address.
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

it("W1: the client secret is the one that the secret has now", async () => {
	const readSecret = connectClientSecret(arn, localConnection(url));
	calls = [];
	for (const SecretString of ["first", "replaced"]) {
		answer = [200, { SecretString }];
		expect(await readSecret()).toBe(SecretString);
	}
	expect(calls).toEqual([{ SecretId: arn }, { SecretId: arn }]);
});

it("W1: without a value in the secret, the client has none", async () => {
	answer = [400, { __type: "ResourceNotFoundException" }];
	const readSecret = connectClientSecret(arn, localConnection(url));
	expect(await readSecret()).toBeUndefined();
});

it("W1: a secret that cannot be read, or is empty, is an error: the client never signs in without the secret that it has", async () => {
	const readSecret = connectClientSecret(arn, localConnection(url));
	for (const refusal of [
		[400, { __type: "AccessDeniedException" }],
		[400, { __type: "DecryptionFailure" }],
		[200, { SecretString: "" }],
		[200, { SecretBinary: "AAAA" }],
	] as const) {
		answer = [...refusal];
		await expect(readSecret()).rejects.toThrow();
	}
});

it("W1: a client without a place for a secret is not asked for one", async () => {
	calls = [];
	expect(await connectClientSecret(undefined)()).toBeUndefined();
	expect(calls).toEqual([]);
});
