import { describe, expect, it } from "vitest";
import {
	personAccountKey,
	personSessionKey,
	sessionKey,
} from "../../../shared/dynamodb/keys.ts";
import { getItem } from "../../../shared/dynamodb/reads/get-item.ts";
import { transact } from "../../../shared/dynamodb/writes/transact.ts";
import {
	endSession,
	renewSession,
} from "../../../shared/sessions/change-sessions.store.ts";
import { findSession } from "../../../shared/sessions/sessions.store.ts";
import { acme } from "../../support/acme.ts";
import {
	failAfter,
	failBefore,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import { openBrowser } from "../../support/console/browser.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { acmePeople, asha, serveSignIn } from "./sign-in-world.ts";

const world = useWorld(acmePeople);
const email = asha.toLowerCase();

const ofConsole = { "x-requested-with": "console" };

type Served = Awaited<ReturnType<typeof serveSignIn>>;

async function signIn(served: Served) {
	const browser = openBrowser();
	await browser.signIn(served.url, email);
	const send = async (
		method: string,
		path: string,
		headers: Record<string, string> = ofConsole,
	) => {
		const {
			status,
			text,
			headers: answered,
		} = await browser.request(`${served.url}/console/${path}`, {
			method,
			headers,
		});
		return { status, body: JSON.parse(text), cookies: answered.getSetCookie() };
	};
	return { browser, send };
}

const sessionsIn = async () =>
	[...(await tableContents(world)).values()].filter(({ sk }) =>
		`${sk}`.startsWith("SESSION"),
	);

/** Of the only session. */
async function onlyHash(): Promise<string> {
	const [item, ...others] = (await sessionsIn()).filter(
		({ sk }) => sk === "SESSION",
	);
	expect(others).toEqual([]);
	return `${item?.pk}`.slice("SESSION#".length);
}

const passMinutes = (minutes: number) => {
	world.time.now = new Date(world.time.now.getTime() + minutes * 60_000);
};

const refused = { status: 401, body: { error: { code: "INVALID_API_KEY" } } };

describe("console W1, POST /console/renew", () => {
	it("extends a session by 30 minutes, but not beyond 12 hours", async () => {
		await using served = await serveSignIn(world);
		const { send } = await signIn(served);
		const startedAt = world.time.now.getTime();
		for (let minutes = 25; minutes < 12 * 60; minutes += 25) {
			passMinutes(25);
			const { status, body } = await send("POST", "renew");
			expect(status).toBe(200);
			const end = Math.min(minutes + 30, 12 * 60);
			expect(body.data.endsAt).toBe(
				new Date(startedAt + end * 60_000).toISOString(),
			);
		}
		world.time.now = new Date(startedAt + 12 * 3_600_000);
		expect(await send("POST", "renew")).toMatchObject(refused);
	});

	it("does not bring back a session that ended 30 minutes after its latest renewal", async () => {
		await using served = await serveSignIn(world);
		const { send } = await signIn(served);
		passMinutes(30);
		expect(await send("POST", "renew")).toMatchObject(refused);
	});

	it("does not bring back a session that is signed out while it is renewed", async () => {
		await using served = await serveSignIn(world);
		const { send } = await signIn(served);
		const hash = await onlyHash();
		const fault = world.addFault({
			operation: "UpdateItem",
			effect: async (call, forward) => {
				await endSession(world.table, { hash, email });
				return forward(call);
			},
		});
		expect(await send("POST", "renew")).toMatchObject(refused);
		fault.remove();
		expect(await sessionsIn()).toEqual([]);
	});

	it("of a session that a late renewal reaches after its end writes nothing", async () => {
		await using served = await serveSignIn(world);
		await signIn(served);
		const hash = await onlyHash();
		const session = await findSession(world.table, hash);
		if (!session) throw new Error("There is no session");
		await endSession(world.table, session);
		const users = session.users;
		const renewed = await renewSession(world.table, session, {
			users,
			now: world.time.now,
		});
		expect(renewed).toBeUndefined();
		expect(await getItem(world.table, sessionKey(hash))).toBeUndefined();
	});

	it("finds the organizations to which the person was added", async () => {
		await using served = await serveSignIn(world);
		const { send } = await signIn(served);
		await world.import({
			org: { ...acme().org, id: "other", name: "Aardvark Ltd" },
			users: [{ id: "u-1", name: "A", role: "MEMBER", email }],
		});
		await send("POST", "renew");
		const { body } = await send("GET", "organizations");
		// By name.
		expect(body.data.items.map(({ id }: { id: string }) => id)).toEqual([
			"other",
			"acme",
		]);
	});

	it.each([
		[
			"whose person is no active user any more",
			() =>
				world.import({
					org: acme().org,
					users: [{ id: "u-asha", name: "Asha", role: "ADMIN", active: false }],
				}),
		],
		[
			"whose email was released for another account",
			() =>
				transact(world.table, [
					{
						Delete: {
							TableName: world.table.name,
							Key: personAccountKey(email),
						},
					},
				]),
		],
		[
			"of an issuer that the stage does not trust any more",
			async () => {
				const trusted = { issuer: "https://former.example" };
				for (const key of [
					sessionKey(await onlyHash()),
					personAccountKey(email),
				]) {
					const item = { ...(await getItem(world.table, key)), ...trusted };
					await transact(world.table, [
						{ Put: { TableName: world.table.name, Item: item } },
					]);
				}
			},
		],
	])("ends a session %s", async (_, change) => {
		await using served = await serveSignIn(world);
		const { send } = await signIn(served);
		await change();
		expect(await send("POST", "renew")).toMatchObject(refused);
		expect(await sessionsIn()).toEqual([]);
	});

	it("takes effect once when its answer is lost", async () => {
		await using served = await serveSignIn(world);
		const { send } = await signIn(served);
		passMinutes(5);
		const fault = world.addFault({
			operation: "UpdateItem",
			times: 1,
			effect: failAfter(),
		});
		expect((await send("POST", "renew")).status).toBe(200);
		fault.remove();
	});
});

describe("console W1, signing out", () => {
	it("ends this session, forgets its cookie, and says where the person leaves the issuer", async () => {
		await using served = await serveSignIn(world);
		const [one, other] = [await signIn(served), await signIn(served)];
		const { status, body, cookies } = await one.send("POST", "sign-out");
		expect(status).toBe(200);
		const url = new URL(body.data.signOutUrl);
		expect(url.origin).toBe(served.issuerUrl);
		// The latter is what Amazon Cognito reads.
		for (const name of ["post_logout_redirect_uri", "logout_uri"])
			expect(url.searchParams.get(name)).toBe(
				`${served.url}/console/signed-out`,
			);
		expect(cookies).toEqual([
			expect.stringMatching(/^\d+-session=; .*Max-Age=0$/),
		]);
		expect((await one.send("GET", "sessions")).status).toBe(401);
		const { body: left } = await other.send("GET", "sessions");
		expect(left.data.items).toMatchObject([{ isCurrent: true }]);
	});

	it("everywhere ends all sessions of the person, and of nobody else", async () => {
		await world.import({
			org: acme().org,
			users: [
				{
					id: "u-bela",
					name: "Bela",
					role: "MEMBER",
					email: "bela@acme.example",
				},
			],
		});
		await using served = await serveSignIn(world);
		const [one, other] = [await signIn(served), await signIn(served)];
		const bela = openBrowser();
		await bela.signIn(served.url, "bela@acme.example");
		expect((await one.send("POST", "sign-out-everywhere")).status).toBe(200);
		expect((await other.send("GET", "sessions")).status).toBe(401);
		expect((await bela.request(`${served.url}/console/sessions`)).status).toBe(
			200,
		);
		expect(await sessionsIn()).toHaveLength(2);
	});

	it("still ends the session when the issuer is down", async () => {
		const served = await serveSignIn(world);
		const { send } = await signIn(served);
		passMinutes(29);
		await send("POST", "renew");
		passMinutes(29);
		await send("POST", "renew");
		// The issuer's description is read again after an hour.
		passMinutes(5);
		await served.stopIssuer();
		expect(await send("POST", "sign-out")).toMatchObject({
			status: 200,
			body: { data: { signOutUrl: null } },
		});
		expect(await sessionsIn()).toEqual([]);
		await served[Symbol.asyncDispose]();
	});

	it.each([
		["throttled", throttle()],
		["not answered", failAfter()],
		["not carried out", failBefore()],
	])(
		"everywhere ends all sessions although each write is %s once",
		async (_, effect) => {
			await using served = await serveSignIn(world);
			const [one] = [await signIn(served), await signIn(served)];
			world.skipPauses();
			for (let write = 0; write < 2; write++)
				world.addFault({
					operation: "TransactWriteItems",
					skip: write * 2,
					times: 1,
					effect,
				});
			const { status } = await one.send("POST", "sign-out-everywhere");
			expect(status).toBe(200);
			expect(await sessionsIn()).toEqual([]);
		},
	);
});

describe("console W1, the routes of a session", () => {
	it("lists the sessions of the person, the latest first, without what opens them", async () => {
		await using served = await serveSignIn(world);
		await signIn(served);
		passMinutes(1);
		const { send, browser } = await signIn(served);
		const { body } = await send("GET", "sessions");
		expect(body.data.items).toHaveLength(2);
		expect(body.data.items[0]).toEqual({
			id: expect.stringMatching(/^ses_[0-9a-f]{16}$/),
			signedInAt: world.time.now.toISOString(),
			renewedAt: world.time.now.toISOString(),
			endsAt: new Date(world.time.now.getTime() + 30 * 60_000).toISOString(),
			isCurrent: true,
		});
		expect(body.data.items[1].isCurrent).toBe(false);
		for (const value of browser.cookies.values())
			expect(JSON.stringify(body)).not.toContain(value);
	});

	it.each(["renew", "sign-out", "sign-out-everywhere"])(
		"POST /console/%s wants the headers of a page of the console",
		async (path) => {
			await using served = await serveSignIn(world);
			const { send } = await signIn(served);
			const missing = {
				status: 401,
				body: { error: { code: "MISSING_CREDENTIALS" } },
			};
			expect(await send("POST", path, {})).toMatchObject(missing);
			const crossSite = { ...ofConsole, "sec-fetch-site": "cross-site" };
			expect(await send("POST", path, crossSite)).toMatchObject(missing);
			expect((await send("GET", "sessions")).status).toBe(200);
		},
	);

	it("a sign-in whose write is not answered signs the person in once", async () => {
		await using served = await serveSignIn(world);
		world.addFault({
			operation: "TransactWriteItems",
			times: 1,
			effect: failAfter(),
		});
		const { send } = await signIn(served);
		const { body } = await send("GET", "sessions");
		expect(body.data.items).toHaveLength(1);
		const hash = await onlyHash();
		expect(
			await getItem(world.table, personSessionKey(email, hash)),
		).toBeDefined();
	});

	it("a sign-in that cannot be stored leaves no session, and is a page", async () => {
		await using served = await serveSignIn(world);
		world.skipPauses();
		const fault = world.addFault({
			operation: "TransactWriteItems",
			effect: failBefore(),
		});
		const answer = await openBrowser().signIn(served.url, email);
		expect(answer.status).toBe(500);
		expect(answer.text).toContain("<h1>You are not signed in</h1>");
		// The page can be loaded again.
		expect(answer.headers.getSetCookie()).toEqual([]);
		fault.remove();
		expect(await sessionsIn()).toEqual([]);
	});
});
