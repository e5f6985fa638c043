import { createHmac, createSign, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import {
	type MutableResponse,
	type MutableToken,
	OAuth2Server,
} from "oauth2-mock-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SignInSettings } from "../../../shared/environment/config.ts";
import { openBrowser } from "../../support/console/browser.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { acmePeople, serveSignIn } from "./sign-in-world.ts";

const world = useWorld(acmePeople);

let issuer: OAuth2Server;
async function startIssuer(algorithm: string) {
	issuer = new OAuth2Server();
	await issuer.issuer.keys.generate(algorithm);
	await issuer.start(0, "127.0.0.1");
}
beforeEach(() => startIssuer("RS256"));
afterEach(async () => {
	if (issuer.listening) await issuer.stop();
});

const person = { sub: "1", email: "asha@acme.example", email_verified: true };
type Claims = Record<string, unknown>;

/** What the issuer gets with a code. */
interface TokenRequest {
	headers: IncomingHttpHeaders;
	body: { client_secret?: string };
}

/** Undefined removes a claim. */
function withClaims(claims: Claims | (() => Claims)) {
	issuer.service.on("beforeTokenSigning", ({ payload }: MutableToken) => {
		const own = typeof claims === "function" ? claims() : claims;
		Object.assign(payload, person, own);
	});
}

/** Undefined removes a part of the description. */
function describeWith(description: Record<string, unknown>) {
	issuer.service.on(
		"beforeWellKnownOpenIdConfiguration",
		({ body }: MutableResponse) => {
			Object.assign(body, description);
		},
	);
}

async function signIn(
	settings: Partial<SignInSettings> = {},
	{ query = "", secret }: { query?: string; secret?: string } = {},
) {
	await using served = await serveSignIn(world, {
		settings: { issuer: `${issuer.issuer.url}`, ...settings },
		...(secret && { secret }),
	});
	const browser = openBrowser();
	const answer = await browser.visit(`${served.url}/console/sign-in${query}`);
	// The page has only the sentence; whoever runs the service finds the code in the log.
	if (answer.status >= 400) {
		const isUnavailable = answer.status === 503;
		const code = isUnavailable ? "SERVICE_UNAVAILABLE" : "SIGN_IN_REFUSED";
		expect(served.logger.lines.at(-1)).toContain(`"code":"${code}"`);
	}
	const stored = [...(await tableContents(world)).values()];
	const sessions = stored.filter(({ sk }) => sk === "SESSION");
	return {
		status: answer.status,
		page: answer.text,
		log: served.logger.lines.join("\n"),
		failures: served.metrics.filter((one) => "SignInFailures" in one).length,
		sessions: sessions.length,
		authTime: sessions[0]?.authTime,
	};
}

describe("console W1, an issuer that behaves signs a person in", () => {
	it.each<[string, Claims]>([
		["with a token for this client", {}],
		["with a token that names this client as authorized", { azp: "console" }],
	])("%s", async (_, claims) => {
		withClaims(claims);
		expect(await signIn()).toMatchObject({ status: 200, sessions: 1 });
	});

	it.each([
		...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
		...["ES256", "ES384", "ES512", "Ed25519", "EdDSA"],
	])("with a token signed by %s", async (algorithm) => {
		await issuer.stop();
		await startIssuer(algorithm);
		withClaims({});
		describeWith({ id_token_signing_alg_values_supported: [algorithm] });
		expect(await signIn()).toMatchObject({ status: 200 });
	});

	it("with a description that names no algorithm: OpenID Connect has RS256 then", async () => {
		withClaims({});
		describeWith({ id_token_signing_alg_values_supported: undefined });
		expect(await signIn()).toMatchObject({ status: 200 });
	});

	it("with a description that is read once, not again on the way back", async () => {
		withClaims({});
		let reads = 0;
		issuer.service.on("beforeWellKnownOpenIdConfiguration", () => {
			reads += 1;
		});
		expect(await signIn()).toMatchObject({ status: 200 });
		expect(reads).toBe(1);
	});

	const basic = `Basic ${Buffer.from("console:secret").toString("base64")}`;

	it.each<[string, unknown, object]>([
		[
			"in a header, unless the issuer says otherwise",
			undefined,
			{ basic, post: undefined },
		],
		[
			"in a header",
			["client_secret_post", "client_secret_basic"],
			{ basic, post: undefined },
		],
		[
			"in the body",
			["client_secret_post"],
			{ basic: undefined, post: "secret" },
		],
	])("with the client's secret %s", async (_, methods, expected) => {
		withClaims({});
		describeWith({ token_endpoint_auth_methods_supported: methods });
		let sent = {};
		issuer.service.on(
			"beforeResponse",
			(_: MutableResponse, { headers, body }: TokenRequest) => {
				sent = { basic: headers.authorization, post: body.client_secret };
			},
		);
		const { status } = await signIn({}, { secret: "secret" });
		expect({ status, sent }).toEqual({ status: 200, sent: expected });
	});
});

const now = () => Math.floor(Date.now() / 1_000);

describe("console W1, a token is refused", () => {
	it.each<[string, () => Claims]>([
		["of another issuer", () => ({ iss: "https://evil.example" })],
		["without an issuer", () => ({ iss: undefined })],
		["for another client", () => ({ aud: "another" })],
		[
			"for several clients, of which another is authorized",
			() => ({ aud: ["console", "another"], azp: "another" }),
		],
		[
			"for several clients, of which none is authorized",
			() => ({ aud: ["console", "another"] }),
		],
		["that another client was authorized for", () => ({ azp: "another" })],
		["without an audience", () => ({ aud: undefined })],
		["with another nonce", () => ({ nonce: "another" })],
		["without a nonce", () => ({ nonce: undefined })],
		["that has expired", () => ({ exp: now() - 120 })],
		["without an expiry", () => ({ exp: undefined })],
		["without a subject", () => ({ sub: undefined })],
		["with an empty subject", () => ({ sub: "" })],
	])("%s", async (_, claims) => {
		withClaims(claims());
		expect(await signIn()).toMatchObject({ status: 403, sessions: 0 });
	});

	const encode = (value: object) =>
		Buffer.from(JSON.stringify(value)).toString("base64url");
	/** The token with another signature. */
	const resigned =
		(header: object, sign: (text: string) => string) =>
		({ body }: MutableResponse) => {
			if (typeof body !== "object") return;
			const [, payload] = `${body.id_token}`.split(".");
			const text = `${encode(header)}.${payload}`;
			body.id_token = `${text}.${sign(text)}`;
		};
	const signWithSecret = (text: string) =>
		createHmac("sha256", "console").update(text).digest("base64url");
	const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
	const signWithOtherKey = (text: string) =>
		createSign("sha256").update(text).sign(privateKey, "base64url");

	it.each<[string, (kid: string) => (response: MutableResponse) => void]>([
		["that is not signed", () => resigned({ alg: "none" }, () => "")],
		[
			"that is signed with a secret",
			() => resigned({ alg: "HS256" }, signWithSecret),
		],
		[
			"that is signed with another key",
			(kid) => resigned({ alg: "RS256", kid }, signWithOtherKey),
		],
		[
			"that is signed with a key that the issuer does not have",
			() => resigned({ alg: "RS256", kid: "unknown" }, signWithOtherKey),
		],
		[
			"whose content was changed",
			() =>
				({ body }) => {
					if (typeof body !== "object") return;
					const [header, payload = "", signature] = `${body.id_token}`.split(
						".",
					);
					const claims = JSON.parse(
						Buffer.from(payload, "base64url").toString(),
					);
					body.id_token = `${header}.${encode({ ...claims, sub: "2" })}.${signature}`;
				},
		],
		[
			"that is missing",
			() =>
				({ body }) => {
					if (typeof body === "object") delete body.id_token;
				},
		],
	])("%s", async (_, toChange) => {
		withClaims({});
		const kid = `${issuer.issuer.keys.toJSON()[0]?.kid}`;
		issuer.service.on("beforeResponse", toChange(kid));
		expect(await signIn()).toMatchObject({ status: 403, sessions: 0 });
	});

	it.each([
		["HS256", signWithSecret],
		["none", () => ""],
		["ML-DSA-44", signWithOtherKey],
	])(
		"of an issuer whose algorithm is %s, before anything else of the signature is checked",
		async (alg, sign) => {
			withClaims({});
			issuer.service.on("beforeResponse", resigned({ alg }, sign));
			describeWith({ id_token_signing_alg_values_supported: [alg] });
			const { status, sessions, log } = await signIn();
			expect([status, sessions]).toEqual([403, 0]);
			expect(log).toContain('"OAUTH_INVALID_RESPONSE":1');
		},
	);
});

describe("console W1, when the issuer says that the person proved who they are", () => {
	/** In whole seconds, at the time of the service. */
	const instantOf = (secondsAgo: number) =>
		Math.floor(world.time.now.getTime() / 1_000) - secondsAgo;
	const proved = (secondsAgo: number) =>
		withClaims(() => ({ auth_time: instantOf(secondsAgo) }));
	const hours = 3_600;
	const again = { query: "?reauthenticate=true" };

	it.each([
		["11 hours ago signs the person in", 11 * hours, {}],
		["14 minutes ago signs in again", 14 * 60, again],
		["15 minutes and 29 seconds ago signs in again", 15 * 60 + 29, again],
	])("%s", async (_, seconds, options) => {
		proved(seconds);
		expect(await signIn({}, options)).toMatchObject({
			...{ status: 200, sessions: 1 },
			authTime: new Date(instantOf(seconds) * 1_000).toISOString(),
		});
	});

	it.each([
		["13 hours ago is refused", 13 * hours, {}],
		["15 minutes and 31 seconds ago is refused", 15 * 60 + 31, again],
	])("%s", async (_, seconds, options) => {
		proved(seconds);
		const { status, sessions, page, log } = await signIn({}, options);
		expect([status, sessions]).toEqual([403, 0]);
		expect(page).toContain("without asking who you are");
		expect(log).toContain('"AUTHENTICATED_LONG_AGO":1');
	});

	it("a minute from now, because its clock is ahead, the instant of the sign-in counts", async () => {
		proved(-60);
		expect(await signIn()).toMatchObject({
			...{ status: 200, authTime: world.time.now.toISOString() },
		});
	});
});

describe("console W1, an email that the issuer does not vouch for signs nobody in", () => {
	it.each<[string, Claims]>([
		["unverified", { email_verified: false }],
		["without the claim", { email_verified: undefined }],
		["with a text as the claim", { email_verified: "true" }],
		["with a number as the claim", { email_verified: 1 }],
		[
			"with the claim of Entra ID, of another issuer",
			{ email_verified: undefined, xms_edov: true },
		],
		["a list of emails", { email: ["asha@acme.example"] }],
		[
			"longer than an email may be",
			{ email: `${"a".repeat(3_000)}@acme.example` },
		],
		["two emails in one", { email: "evil@evil.example,asha@acme.example" }],
	])("%s", async (_, claims) => {
		withClaims(claims);
		const { status, sessions, log } = await signIn();
		expect([status, sessions]).toEqual([403, 0]);
		expect(log).toContain('"EMAIL_NOT_VERIFIED":1');
	});

	it("no email", async () => {
		withClaims({ email: undefined });
		describeWith({ userinfo_endpoint: undefined });
		const { status, sessions, log } = await signIn();
		expect([status, sessions]).toEqual([403, 0]);
		expect(log).toContain('"EMAIL_NOT_VERIFIED":1');
	});

	it("of no user, and the page has its letters as they are, not as HTML", async () => {
		withClaims({ email: `a<b>&"'@acme.example` });
		const { status, page, log } = await signIn();
		expect(status).toBe(403);
		expect(page).toContain("a&#60;b&#62;&#38;&#34;&#39;@acme.example");
		expect(log).toContain('"NOBODY_FOUND":1');
	});

	it("of a domain that the stage does not have", async () => {
		withClaims({});
		expect(await signIn({ domains: ["other.example"] })).toMatchObject({
			status: 403,
		});
		expect(await signIn({ domains: ["ACME.example"] })).toMatchObject({
			status: 200,
		});
	});
});

describe("console W1, an issuer", () => {
	it("that describes itself as another is refused", async () => {
		describeWith({
			issuer: "https://login.microsoftonline.com/{tenantid}/v2.0",
		});
		expect(await signIn()).toMatchObject({ status: 403, sessions: 0 });
	});

	it("whose name differs from that in the settings, even by a slash only, is refused", async () => {
		withClaims({});
		const answer = await signIn({ issuer: `${issuer.issuer.url}/` });
		expect(answer).toMatchObject({ status: 403, sessions: 0 });
	});

	it.each(["http://evil.example/authorize", "javascript:alert(1)"])(
		"that leads people to %s is refused",
		async (endpoint) => {
			describeWith({ authorization_endpoint: endpoint });
			const { status, log } = await signIn();
			expect(status).toBe(403);
			expect(log).toContain('"NO_HTTPS":1');
		},
	);

	it("leads people to an address with HTTPS", async () => {
		describeWith({ authorization_endpoint: "https://login.example/a?b=c" });
		await using served = await serveSignIn(world, {
			settings: { issuer: `${issuer.issuer.url}` },
		});
		const { headers } = await served.browser.request(
			`${served.url}/console/sign-in`,
		);
		expect(headers.get("location")).toMatch(
			/^https:\/\/login\.example\/a\?b=c&client_id=console&/,
		);
	});

	it("that is down is a 503, and says to try again; the operator's alarm counts it", async () => {
		await issuer.stop();
		const { status, page, failures } = await signIn({
			issuer: "http://127.0.0.1:1",
		});
		expect([status, failures]).toEqual([503, 1]);
		expect(page).toContain("Try again in a minute");
	});

	it("that refuses the code signs nobody in, and no log line has what it answered", async () => {
		withClaims({});
		issuer.service.on("beforeResponse", (response: MutableResponse) => {
			response.statusCode = 400;
			response.body = {
				error: "invalid_grant",
				error_description: "secret-of-the-issuer",
			};
		});
		const { status, log, sessions, failures } = await signIn();
		expect([status, sessions, failures]).toEqual([403, 0, 0]);
		expect(log).toContain('"CODE_REFUSED":1');
		expect(log).not.toContain("secret-of-the-issuer");
	});

	it.each([
		["in its answer", undefined],
		["with the name of the scheme", 'Basic realm="issuer"'],
		["with the names of schemes", 'Bearer realm="api", Basic realm="issuer"'],
	])(
		"that refuses the client's secret %s is a 503, which the operator's alarm counts",
		async (_, challenge) => {
			const server = createServer((_, response) => {
				if (challenge) response.setHeader("www-authenticate", challenge);
				const headers = { "content-type": "application/json" };
				response.writeHead(401, headers).end('{"error":"invalid_client"}');
			});
			server.listen(0, "127.0.0.1");
			await once(server, "listening");
			const { port } = server.address() as AddressInfo;
			describeWith({ token_endpoint: `http://127.0.0.1:${port}` });
			const { status, page, log, failures } = await signIn();
			server.close();
			server.closeAllConnections();
			expect([status, failures]).toEqual([503, 1]);
			expect(page).toContain("does not know this service any more");
			expect(log).toContain('"CLIENT_REFUSED":1');
		},
	);

	it("that answers 2 MB is a 503", async () => {
		withClaims({});
		issuer.service.on("beforeResponse", (response: MutableResponse) => {
			response.body = {
				access_token: "x".repeat(2 * 1024 * 1024),
				token_type: "bearer",
			};
		});
		expect(await signIn()).toMatchObject({ status: 503, sessions: 0 });
	});

	it("that answers with a page of its own failure is a 503", async () => {
		withClaims({});
		issuer.service.on("beforeResponse", (response: MutableResponse) => {
			response.statusCode = 502;
			response.body = "";
		});
		expect(await signIn()).toMatchObject({ status: 503, sessions: 0 });
	});

	it("whose email claims are only at its userinfo endpoint signs a person in, if these are of the same subject", async () => {
		withClaims({ email: undefined, email_verified: undefined });
		let sub = "1";
		issuer.service.on("beforeUserinfo", (response: MutableResponse) => {
			response.body = { ...person, sub };
		});
		expect(await signIn()).toMatchObject({ status: 200, sessions: 1 });
		sub = "2";
		expect(await signIn()).toMatchObject({ status: 403, sessions: 1 });
	});
});
