import { describe, expect, it } from "vitest";
import { homePage, toPage } from "../../../functions/sign-in/page-to-open.ts";
import { personAccountKey, sessionKey } from "../../../shared/dynamodb/keys.ts";
import { getItem } from "../../../shared/dynamodb/reads/get-item.ts";
import { transact } from "../../../shared/dynamodb/writes/transact.ts";
import { toSessionHash } from "../../../shared/sessions/session-cookie.ts";
import { acme } from "../../support/acme.ts";
import {
	type Browser,
	consoleHeaders,
	openBrowser,
} from "../../support/console/browser.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { acmePeople, asha, serveSignIn } from "./sign-in-world.ts";

const world = useWorld(acmePeople);

type Served = Awaited<ReturnType<typeof serveSignIn>>;

/** Writes the cookies of attempts anew, as a person can in their own browser. */
function changeAttempt(
	{ cookies }: Browser,
	change: (attempt: object) => string,
) {
	for (const [name, value] of cookies) {
		if (!name.includes("sign-in")) continue;
		const attempt = JSON.parse(Buffer.from(value, "base64url").toString());
		cookies.set(name, Buffer.from(change(attempt)).toString("base64url"));
	}
}

const sessionsIn = async () =>
	[...(await tableContents(world)).values()].filter(
		({ sk }) => sk === "SESSION",
	);

describe("console W1, signing in", () => {
	it("leads to the issuer and back to the page, with a session in a cookie that no script reads", async () => {
		await using served = await serveSignIn(world);
		const { browser, url } = served;
		const page = await browser.visit(
			`${url}/console/sign-in?page=${encodeURIComponent("/console/org/acme/runs?state=DRAFT")}`,
		);
		const back = await browser.choose(page, asha.toLowerCase(), (next) =>
			next.startsWith(`${url}/console/signed-in`),
		);
		const answer = await browser.request(back.url);
		expect(answer).toMatchObject({ status: 302, text: "" });
		expect(answer.headers.get("location")).toBe(
			"/console/org/acme/runs?state=DRAFT",
		);
		expect(answer.headers.get("cache-control")).toBe("no-store");
		const { port } = new URL(url);
		const [session, attempt] = answer.headers.getSetCookie();
		expect(session).toMatch(
			new RegExp(
				`^${port}-session=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`,
			),
		);
		expect(attempt).toMatch(
			new RegExp(
				`^${port}-sign-in-[\\w-]{43}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0$`,
			),
		);
		const list = await browser.request(`${url}/console/organizations`);
		expect(JSON.parse(list.text).data).toEqual({
			items: [{ id: "acme", name: "Acme India Pvt Ltd" }],
		});
	});

	it("asks the issuer with state, nonce and PKCE, and with prompt=login to sign in again", async () => {
		await using served = await serveSignIn(world);
		const start = async (query: string) => {
			const { headers, text } = await served.browser.request(
				`${served.url}/console/sign-in${query}`,
			);
			expect(text).toBe("");
			return new URL(`${headers.get("location")}`).searchParams;
		};
		const first = await start("");
		expect(Object.fromEntries(first)).toEqual({
			client_id: "console",
			redirect_uri: `${served.url}/console/signed-in`,
			response_type: "code",
			scope: "openid email",
			state: expect.stringMatching(/^[\w-]{43}$/),
			nonce: expect.stringMatching(/^[\w-]{43}$/),
			code_challenge: expect.stringMatching(/^[\w-]{43}$/),
			code_challenge_method: "S256",
			max_age: "43200",
		});
		const second = await start("?reauthenticate=true");
		expect(second.get("prompt")).toBe("login");
		expect(second.get("max_age")).toBe("900");
		for (const name of ["state", "nonce", "code_challenge"])
			expect(second.get(name)).not.toBe(first.get(name));
	});

	it("has the issuer lead back to the address in the settings, wherever the request came to", async () => {
		const redirectUri = "https://pay.acme.example/console/signed-in";
		await using served = await serveSignIn(world, {
			settings: { redirectUri },
		});
		const { headers } = await served.browser.request(
			`${served.url}/console/sign-in?redirect_uri=https://evil.example`,
			{ headers: { "x-forwarded-host": "evil.example" } },
		);
		const { searchParams } = new URL(`${headers.get("location")}`);
		expect(searchParams.getAll("redirect_uri")).toEqual([redirectUri]);
	});

	it("makes a new session each time, whatever cookie the browser had", async () => {
		await using served = await serveSignIn(world);
		const { browser, url } = served;
		const name = `${new URL(url).port}-session`;
		browser.cookies.set(name, "of-an-attacker");
		await browser.signIn(url, asha.toLowerCase());
		const first = browser.cookies.get(name);
		expect(first).not.toBe("of-an-attacker");
		await browser.visit(`${url}/console/sign-in`);
		expect(browser.cookies.get(name)).not.toBe(first);
		expect(await sessionsIn()).toHaveLength(2);
	});

	it("stores the hash of the cookie, and not the cookie", async () => {
		await using served = await serveSignIn(world);
		const { browser, url } = served;
		await browser.signIn(url, asha.toLowerCase());
		const secret = `${browser.cookies.get(`${new URL(url).port}-session`)}`;
		expect(
			await getItem(world.table, sessionKey(toSessionHash(secret))),
		).toMatchObject({
			email: "asha@acme.example",
			issuer: served.issuerUrl,
			users: [{ organizationId: "acme", userId: "u-asha" }],
			authTime: expect.stringMatching(/Z$/),
		});
		expect(
			JSON.stringify([...(await tableContents(world)).values()]),
		).not.toContain(secret);
	});

	it("two tabs of a browser may sign in at once", async () => {
		await using served = await serveSignIn(world);
		const { browser, url } = served;
		const [one, other] = [
			await browser.request(`${url}/console/sign-in?page=/console/one`),
			await browser.request(`${url}/console/sign-in?page=/console/other`),
		];
		const page = await browser.visit(`${one.headers.get("location")}`);
		const first = await browser.choose(page, asha.toLowerCase());
		expect(first.url).toBe(`${url}/console/one`);
		const second = await browser.visit(`${other.headers.get("location")}`);
		expect(second.url).toBe(`${url}/console/other`);
	});

	it("keeps the cookies of the latest five attempts, so that headers stay short", async () => {
		await using served = await serveSignIn(world);
		const { browser, url } = served;
		const states: (string | null)[] = [];
		for (let tab = 0; tab < 8; tab++) {
			world.time.now = new Date(world.time.now.getTime() + 1_000);
			// The browser may send its cookies in any order.
			const cookies = [...browser.cookies].reverse();
			browser.cookies.clear();
			for (const [name, value] of cookies) browser.cookies.set(name, value);
			const { headers } = await browser.request(`${url}/console/sign-in`);
			const { searchParams } = new URL(`${headers.get("location")}`);
			states.push(searchParams.get("state"));
		}
		const { port } = new URL(url);
		expect([...browser.cookies.keys()].sort()).toEqual(
			states
				.slice(-5)
				.map((state) => `${port}-sign-in-${state}`)
				.sort(),
		);
	});

	it("leaves alone what only begins like the cookie of an attempt: its name may hold what no answer can carry", async () => {
		await using served = await serveSignIn(world);
		const { browser, url } = served;
		const { port } = new URL(url);
		const longer = ["1", "2", "3", "4", "5"].map((one) => one.repeat(44));
		for (const odd of ["é", "\u00a0", "a b", "", ...longer])
			browser.cookies.set(`${port}-sign-in-${odd}`, "x");
		const { headers } = await browser.request(`${url}/console/sign-in`);
		expect(headers.getSetCookie()).toEqual([
			expect.stringMatching(/^\d+-sign-in-[\w-]{43}=[\w-]+; /),
		]);
	});

	it("leaves room for other headers whatever page is asked for, so that no link locks a person out", async () => {
		await using served = await serveSignIn(world);
		const longest = `/console/${"x".repeat(491)}`;
		for (let tab = 0; tab < 5; tab++)
			await served.browser.request(
				`${served.url}/console/sign-in?page=${longest}`,
			);
		const cookies = [...served.browser.cookies];
		expect(cookies).toHaveLength(5);
		const size = cookies.join("; ").length;
		expect(size).toBeGreaterThan(4_500);
		// Of the 10,240 bytes that API Gateway takes.
		expect(size).toBeLessThan(6_000);
	});

	it("comes back to the home page if the page in the query belongs to another site", async () => {
		await using served = await serveSignIn(world);
		const { browser, url } = served;
		const query = "?page=https://evil.example/";
		const answer = await browser.signIn(url, asha.toLowerCase(), query);
		expect(answer.url).toBe(`${url}${homePage}`);
	});

	it("comes back to the home page if the page in the cookie belongs to another site", async () => {
		await using served = await serveSignIn(world);
		const { browser, url } = served;
		const page = await browser.visit(`${url}/console/sign-in`);
		changeAttempt(browser, (attempt) =>
			JSON.stringify({ ...attempt, page: "https://evil.example/" }),
		);
		const answer = await browser.choose(page, asha.toLowerCase());
		expect(answer.url).toBe(`${url}${homePage}`);
	});

	it.each([
		"/console",
		"/console?then=runs",
		"/console/org/acme/runs?state=DRAFT#r_1",
	])("comes back to %j", (page) => {
		expect(toPage(page)).toBe(page);
	});

	it.each([
		"https://evil.example/",
		"http://[",
		"console/org/acme",
		"//evil.example/console/",
		"/\\evil.example",
		"/console/../../evil",
		"/console/..//evil.example",
		"/consoles",
		"/v1.0/key",
		"javascript:alert(1)",
		"/console@evil.example",
		"/console/sign-in",
		"/console/%2e%2e/evil",
		"\t//evil.example",
		`/console/${"x".repeat(500)}`,
		`/console/${"é".repeat(200)}`,
	])("comes back to the home page in place of %j", (page) => {
		expect(toPage(page)).toBe(homePage);
	});
});

describe("console W1, a response that does not belong to the browser's own attempt", () => {
	/** The address with the code, to which a person was led who has just signed in at the issuer. */
	async function signInAtIssuer(served: Served, browser = served.browser) {
		const { url } = served;
		const isBack = (next: string) =>
			next.startsWith(`${url}/console/signed-in`);
		const page = await browser.visit(`${url}/console/sign-in`, {}, isBack);
		return isBack(page.url)
			? page
			: browser.choose(page, asha.toLowerCase(), isBack);
	}

	const expectRefused = async (
		{ logger }: Served,
		answer: { status: number; text: string; headers: Headers },
		status: number,
	) => {
		expect(answer.status).toBe(status);
		const code = status === 400 ? "SIGN_IN_EXPIRED" : "SIGN_IN_REFUSED";
		expect(logger.lines.at(-1)).toContain(`"code":"${code}"`);
		expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
		expect(answer.text).toContain("<h1>You are not signed in</h1>");
		// An attempt that was refused is over.
		const cookies = status === 403 ? [deletedAttempt] : [];
		expect(answer.headers.getSetCookie()).toEqual(cookies);
	};

	const deletedAttempt = expect.stringMatching(
		/^\d+-sign-in-[\w-]{43}=; .*Max-Age=0$/,
	);

	it("is refused in another browser, as an attacker's own sign-in would be", async () => {
		await using served = await serveSignIn(world);
		const attacker = await signInAtIssuer(served);
		const victim = openBrowser();
		await expectRefused(served, await victim.request(attacker.url), 400);
		await victim.request(`${served.url}/console/sign-in`);
		await expectRefused(served, await victim.request(attacker.url), 400);
		expect(served.logger.lines.join("\n")).toContain('"NOT_BEGUN":1');
		expect(await sessionsIn()).toEqual([]);
	});

	it("is refused when it comes again", async () => {
		await using served = await serveSignIn(world);
		const { url } = await signInAtIssuer(served);
		const cookies = new Map(served.browser.cookies);
		expect((await served.browser.request(url)).status).toBe(302);
		await expectRefused(served, await served.browser.request(url), 400);
		// Also with the cookies of before: the issuer takes a code once.
		const thief = openBrowser();
		for (const [name, value] of cookies) thief.cookies.set(name, value);
		await expectRefused(served, await thief.request(url), 403);
		expect(await sessionsIn()).toHaveLength(1);
	});

	it("is refused with the code of another attempt", async () => {
		await using served = await serveSignIn(world);
		const [one, other] = [
			new URL((await signInAtIssuer(served)).url),
			new URL((await signInAtIssuer(served)).url),
		];
		one.searchParams.set("code", `${other.searchParams.get("code")}`);
		await expectRefused(served, await served.browser.request(one.href), 403);
	});

	it.each([
		["another state", "state", "x"],
		["no state", "state", null],
		["two states", "state", "append"],
		["another issuer", "iss", "https://evil.example"],
		["no issuer", "iss", null],
		["another code", "code", "x"],
		["no code", "code", null],
	])("is refused with %s", async (_, name, value) => {
		await using served = await serveSignIn(world);
		const url = new URL((await signInAtIssuer(served)).url);
		if (value === null) url.searchParams.delete(name);
		else if (value === "append") url.searchParams.append(name, "x");
		else url.searchParams.set(name, value);
		const answer = await served.browser.request(url.href);
		await expectRefused(served, answer, name === "state" ? 400 : 403);
		expect(await sessionsIn()).toEqual([]);
	});

	it("is refused more than 10 minutes after the attempt began", async () => {
		await using served = await serveSignIn(world);
		const startedAt = world.time.now.getTime();
		const { url } = await signInAtIssuer(served);
		world.time.now = new Date(startedAt + 600_001);
		await expectRefused(served, await served.browser.request(url), 400);
		world.time.now = new Date(startedAt + 600_000);
		expect((await served.browser.request(url)).status).toBe(302);
	});

	it("is refused without a query", async () => {
		await using served = await serveSignIn(world);
		const { url } = await signInAtIssuer(served);
		const bare = `${new URL(url).origin}/console/signed-in`;
		await expectRefused(served, await served.browser.request(bare), 400);
	});

	it.each<[string, string | object]>([
		["no JSON", "{"],
		["null", "null"],
		["a text", '"x"'],
		["a number as the page", { page: 5 }],
		["no time", { startedAt: undefined }],
		["a text as the time", { startedAt: "now" }],
		["no nonce", { nonce: undefined }],
	])("is refused if the attempt's cookie has %s", async (_, change) => {
		await using served = await serveSignIn(world);
		const { browser } = served;
		const { url } = await signInAtIssuer(served);
		changeAttempt(browser, (attempt) =>
			typeof change === "string"
				? change
				: JSON.stringify({ ...attempt, ...change }),
		);
		await expectRefused(served, await browser.request(url), 400);
	});

	it("says so when the person has cancelled at the issuer", async () => {
		await using served = await serveSignIn(world);
		const { headers } = await served.browser.request(
			`${served.url}/console/sign-in`,
		);
		const state = new URL(`${headers.get("location")}`).searchParams.get(
			"state",
		);
		const iss = encodeURIComponent(served.issuerUrl);
		const answer = await served.browser.request(
			`${served.url}/console/signed-in?error=access_denied&state=${state}&iss=${iss}`,
		);
		await expectRefused(served, answer, 403);
		expect(answer.text).toContain("The sign-in was cancelled");
		expect(served.logger.lines.join("\n")).toContain('"REFUSED_BY_ISSUER":1');
	});
});

describe("console W1, the person", () => {
	it("is a user of each organization that has the email, whatever its case", async () => {
		await world.import({
			org: { ...acme().org, id: "other", name: "Other Ltd" },
			users: [
				{ id: "u-1", name: "A", role: "MEMBER", email: "ASHA@acme.EXAMPLE" },
			],
		});
		await using served = await serveSignIn(world);
		await served.browser.signIn(served.url, asha.toLowerCase());
		const { text } = await served.browser.request(
			`${served.url}/console/organizations`,
		);
		expect(
			JSON.parse(text).data.items.map(({ id }: { id: string }) => id),
		).toEqual(["acme", "other"]);
	});

	it("who is not an active user gets a page that names the email, and no session", async () => {
		await using served = await serveSignIn(world);
		const { browser, url } = served;
		const page = await browser.visit(`${url}/console/sign-in`);
		const back = await browser.choose(page, asha.toLowerCase(), (next) =>
			next.startsWith(`${url}/console/signed-in`),
		);
		await world.import({
			org: acme().org,
			users: [
				{
					id: "u-asha",
					name: "Asha",
					role: "ADMIN",
					active: false,
					email: asha,
				},
			],
		});
		const answer = await browser.request(back.url);
		expect(answer.status).toBe(403);
		expect(answer.text).toContain("asha@acme.example");
		expect(await sessionsIn()).toEqual([]);
	});

	it("keeps the account of the first sign-in: another one with the email is refused until it is released", async () => {
		const { name: TableName } = world.table;
		const key = personAccountKey(asha);
		await using served = await serveSignIn(world);
		const bind = { ...key, issuer: served.issuerUrl, subject: "of another" };
		await transact(world.table, [{ Put: { TableName, Item: bind } }]);
		const refused = await served.browser.signIn(served.url, asha.toLowerCase());
		expect(refused.status).toBe(403);
		expect(refused.text).toContain("Another account");
		const [reason, line] = served.logger.lines.slice(-2);
		expect(reason).toContain('"OTHER_ACCOUNT":1');
		expect(line).toContain('"code":"SIGN_IN_REFUSED"');
		expect(await sessionsIn()).toEqual([]);
		await transact(world.table, [{ Delete: { TableName, Key: key } }]);
		await served.browser.signIn(served.url, asha.toLowerCase());
		expect(await getItem(world.table, key)).toMatchObject({
			subject: "asha@acme.example",
		});
		expect(await sessionsIn()).toHaveLength(1);
	});
});

it("security: no code, token, cookie, state or nonce is in a log line", async () => {
	await using served = await serveSignIn(world);
	const { browser, url, logger } = served;
	const page = await browser.visit(`${url}/console/sign-in`);
	const back = await browser.choose(page, asha.toLowerCase(), (next) =>
		next.startsWith(`${url}/console/signed-in`),
	);
	const wrong = new URL(back.url);
	wrong.searchParams.set("iss", "https://evil.example");
	const attempts = [...browser.cookies.values()];
	await browser.request(wrong.href);
	await browser.signIn(url, asha.toLowerCase());
	const headers = consoleHeaders("acme");
	for (const path of ["renew", "sign-out"])
		await browser.request(`${url}/console/${path}`, {
			method: "POST",
			headers,
		});
	const secrets = [
		...new URL(back.url).searchParams.values(),
		...new URL(page.url).searchParams.values(),
		...attempts,
		...browser.cookies.values(),
	].filter((one) => one.length > 20 && one !== served.issuerUrl);
	const log = logger.lines.join("\n");
	expect(logger.lines.length).toBeGreaterThan(6);
	for (const secret of secrets) {
		expect(log).not.toContain(secret);
		expect(log).not.toContain(secret.slice(0, 20));
	}
	expect(log).not.toContain("asha@");
	expect(log).toMatch(/"session":"ses_[0-9a-f]{16}"/);
});
