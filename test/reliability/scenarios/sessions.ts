import { expect } from "vitest";
import { toAttemptCookies } from "../../../functions/sign-in/attempt-cookie.ts";
import type { RoutedDependencies } from "../../../functions/sign-in/dependencies.ts";
import { finishRoute } from "../../../functions/sign-in/finish-sign-in.ts";
import { renewRoute } from "../../../functions/sign-in/sessions/renew.ts";
import {
	signOutEverywhereRoute,
	signOutRoute,
} from "../../../functions/sign-in/sessions/sign-out.ts";
import {
	findPerson,
	findSessions,
	insertSession,
} from "../../../shared/sessions/change-sessions.store.ts";
import { addSeconds, type Session } from "../../../shared/sessions/session.ts";
import { toSessionHash } from "../../../shared/sessions/session-cookie.ts";
import { toApiEvent } from "../../support/api-event.ts";
import type { World } from "../../support/world.ts";
import { organizationId } from "../organization.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";

const email = "u-cfo@acme.example";
const issuer = "https://login.acme.example";

interface State {
	/** The answer that the person got, if any. */
	status?: number | undefined;
}

/** The function of signing in, at an issuer that vouches for the person under the account with this subject. */
async function call(
	user: User,
	create: typeof finishRoute,
	{ subject = "s", cookies }: { subject?: string; cookies: string[] },
): Promise<number | undefined> {
	const { world, process } = user;
	const claims = { iss: issuer, sub: subject, email, email_verified: true };
	const handler = create({
		...world.dependencies.pipeline,
		table: process.table,
		settings: { issuer, clientId: "console", redirectUri: "" },
		readSecret: async () => undefined,
		refuse: (_, error) => error,
		issuer: {
			// Unchecked cast: the other claims were checked before.
			exchange: async () =>
				({ idToken: claims, email: claims }) as unknown as Awaited<
					ReturnType<RoutedDependencies["issuer"]["exchange"]>
				>,
			toSignInUrl: async () => new URL(issuer),
			toSignOutUrl: async () => null,
		},
	});
	const { statusCode } = await world.runAs("sign-in", () =>
		handler(
			toApiEvent({
				...{ method: "POST", path: "/console", cookies },
				headers: { "x-requested-with": "console" },
				queryStringParameters: { state },
			}),
			world.lambdaContext(),
		),
	);
	return process.isDead() ? undefined : statusCode;
}

const state = "s".repeat(43);

function signIn(user: User, subject?: string) {
	const { now } = user.world.time;
	const [cookie = ""] = toAttemptCookies(
		{ requestContext: { domainName: "api" } },
		state,
		{
			...{ nonce: "n", verifier: "v", page: "/console", isRepeated: false },
			startedAt: now.getTime(),
		},
	);
	const cookies = cookie.split("; ", 1);
	return call(user, finishRoute, { cookies, ...(subject && { subject }) });
}

const secretOf = (name: string) => name.repeat(43);

async function storeSession({ table, time }: World, name: string) {
	const at = time.now.toISOString();
	const session: Session = {
		...{ hash: toSessionHash(secretOf(name)), email, issuer, subject: "s" },
		...{ authTime: null, signedInAt: at, renewedAt: at },
		endsAt: addSeconds(at, 12 * 3_600),
		users: [{ organizationId, userId: "u-cfo" }],
	};
	await insertSession(table, session);
}

const cookiesOf = (name: string) => [`__Host-session=${secretOf(name)}`];

const openSessions = ({ table, time }: World) =>
	findSessions(table, email, time.now);

/** What was answered is so; and whatever was not, the same request succeeds now, or finds that there is no session. */
const repeated = (
	act: (user: User) => Promise<number | undefined>,
	statuses: readonly number[],
	expectAnswered: (world: World) => Promise<unknown>,
) => ({
	prepare: async ({ world }: User): Promise<State> => {
		for (const name of ["a", "b"]) await storeSession(world, name);
		// Later than the latest renewal.
		world.time.now = new Date(world.time.now.getTime() + 60_000);
		return {};
	},
	async act(user: User, state: State) {
		state.status = await act(user);
		return state.status;
	},
	async expected(status: number | undefined, { world }: User) {
		expect(status).toBe(200);
		await expectAnswered(world);
	},
	async again(user: User, { status }: State) {
		if (status === 200) await expectAnswered(user.world);
		expect(statuses).toContain(await act(user));
		await expectAnswered(user.world);
	},
});

const expectRenewed = async (world: World) =>
	expect(await openSessions(world)).toContainEqual(
		expect.objectContaining({
			hash: toSessionHash(secretOf("a")),
			renewedAt: world.time.now.toISOString(),
		}),
	);

const expectHashes =
	(...names: string[]) =>
	async (world: World) =>
		expect((await openSessions(world)).map(({ hash }) => hash)).toEqual(
			names.map((name) => toSessionHash(secretOf(name))),
		);

/** What the function of signing in writes (console W1). */
export const sessionScenarios: Scenario[] = [
	scenario({
		name: "a person signs in to the console",
		act: (user) => signIn(user),
		async expected(status, { world }) {
			expect(status).toBe(302);
			expect(await openSessions(world)).toMatchObject([
				{ subject: "s", users: [{ organizationId, userId: "u-cfo" }] },
			]);
			const { account } = await findPerson(world.table, email);
			expect(account).toMatchObject({ issuer, subject: "s" });
		},
		async again(user) {
			expect(await signIn(user)).toBe(302);
		},
	}),
	scenario({
		name: "another account signs in with an email that is bound",
		prepare: ({ world }) => storeSession(world, "a"),
		act: (user) => signIn(user, "another"),
		async expected(status, { world }) {
			expect(status).toBe(403);
			await expectHashes("a")(world);
		},
		async again(user) {
			expect(await signIn(user, "another")).toBe(403);
			await expectHashes("a")(user.world);
		},
	}),
	scenario({
		name: "two accounts sign in with one email at the same moment",
		act: (user) =>
			Promise.all(["one", "other"].map((subject) => signIn(user, subject))),
		async expected(statuses, { world }) {
			expect(statuses.toSorted()).toEqual([302, 403]);
			expect(await openSessions(world)).toHaveLength(1);
		},
		isRace: true,
	}),
	scenario({
		name: "a session of the console is renewed",
		...repeated(
			(user) => call(user, renewRoute, { cookies: cookiesOf("a") }),
			[200],
			expectRenewed,
		),
	}),
	scenario({
		name: "a person signs out of the console",
		...repeated(
			(user) => call(user, signOutRoute, { cookies: cookiesOf("a") }),
			[200, 401],
			expectHashes("b"),
		),
	}),
	scenario({
		name: "a person signs out of the console everywhere",
		...repeated(
			(user) => call(user, signOutEverywhereRoute, { cookies: cookiesOf("a") }),
			[200, 401],
			expectHashes(),
		),
	}),
];
