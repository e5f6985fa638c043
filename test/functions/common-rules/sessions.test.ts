import { beforeAll, describe, expect, it } from "vitest";
import {
	type Permission,
	permissions,
} from "../../../shared/organizations/organization.ts";
import { endSessions } from "../../../shared/sessions/change-sessions.store.ts";
import { addSeconds } from "../../../shared/sessions/session.ts";
import { holdStage } from "../../../tools/operator/organizations/hold-stage.ts";
import { suspendOrganization } from "../../../tools/operator/organizations/suspend-organization.ts";
import { acme } from "../../support/acme.ts";
import {
	type StoredSession,
	storeSession,
} from "../../support/console/stored-session.ts";
import {
	everyEndpoint,
	everyEndpointAdditions,
	type TestedEndpoint,
	toExpected,
} from "../../support/every-endpoint.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import { useSharedWorld, useWorld } from "../../support/use-world.ts";
import {
	openWorld,
	type SendOptions,
	type World,
} from "../../support/world.ts";

const email = "person@acme.example";
const person = {
	id: "u-person",
	name: "Person",
	role: "ADMIN" as const,
	email: "Person@Acme.example",
	permissions: [...permissions],
};

const file = (change: Partial<typeof person> = {}) =>
	acme({
		...everyEndpointAdditions,
		users: [
			...acme(everyEndpointAdditions).users,
			{ ...person, ...change },
			{
				id: "u-idle",
				name: "Idle",
				role: "MEMBER",
				email: "idle@acme.example",
			},
		],
	});

const signIn = (
	{ table, time }: World,
	given: Partial<StoredSession["session"]> = {},
) =>
	storeSession(table, {
		now: time.now,
		email,
		users: [{ organizationId: "acme", userId: person.id }],
		...given,
	});

const sendTo = (
	world: World,
	{ method, path, pathId, body }: TestedEndpoint,
	options?: SendOptions,
) => world.send(method, pathId?.toUrl("no-such-id") ?? path, body, options);

const errorOf = ({
	status,
	body,
}: {
	status: number;
	body: { error?: { code: string } };
}) => [status, body.error?.code];

const passSeconds = (world: World, seconds: number) => {
	world.time.now = new Date(world.time.now.getTime() + seconds * 1_000);
};

describe("console W1, the endpoints", () => {
	const world = useSharedWorld(file);
	let session: StoredSession;
	beforeAll(async () => {
		session = await signIn(world);
	});

	it.each(everyEndpoint)(
		"$method $path accepts a session exactly if it is declared to",
		async (endpoint) => {
			const answer = await sendTo(world, endpoint, session.as("acme"));
			const { status, code } = toExpected(endpoint);
			const expected = endpoint.sessions
				? [status, code]
				: [401, "MISSING_CREDENTIALS"];
			expect(errorOf(answer)).toEqual(expected);
		},
	);

	it("no session is accepted by the endpoints that pay without a run, or create SKUs, vendors, orders or invoices", () => {
		const refusing = everyEndpoint.filter(({ sessions }) => !sessions);
		expect(refusing.map(({ id }) => id).sort()).toEqual([
			"changeApprover",
			"createInvoices",
			"createPurchaseOrder",
			"createSkus",
			"createVendor",
			"getMarkAsPaidAttempt",
			"listSkus",
			"markAsPaid",
		]);
	});

	it.each(everyEndpoint.filter(({ sessions }) => sessions))(
		"$method $path wants the person's own permission, unless a session may always call it",
		async (endpoint) => {
			const idle = await storeSession(world.table, {
				now: world.time.now,
				email: "idle@acme.example",
				users: [{ organizationId: "acme", userId: "u-idle" }],
			});
			const answer = await sendTo(world, endpoint, idle.as("acme"));
			expect(errorOf(answer)).toEqual(
				endpoint.sessions === "always"
					? [200, undefined]
					: [403, "INSUFFICIENT_PERMISSIONS"],
			);
		},
	);
});

describe("console W1, the request", () => {
	const world = useSharedWorld(file);
	const get = (options: SendOptions) =>
		world.send("GET", "/v1.0/key", undefined, options);
	const changed = async (
		change: (options: ReturnType<StoredSession["as"]>) => SendOptions,
	) => errorOf(await get(change((await signIn(world)).as("acme"))));

	it.each([
		["without x-requested-with", { "x-requested-with": "" }],
		["of another program", { "x-requested-with": "XMLHttpRequest" }],
		["from another site", { "sec-fetch-site": "cross-site" }],
		["from a sibling domain", { "sec-fetch-site": "same-site" }],
		["that a person typed", { "sec-fetch-site": "none" }],
	])("%s has no session", async (_, headers) => {
		expect(
			await changed((options) => ({
				...options,
				headers: { ...options.headers, ...headers },
			})),
		).toEqual([401, "MISSING_CREDENTIALS"]);
	});

	it.each([
		["of a sibling domain, which cannot set a name with the prefix", "session"],
		["of the local stack", "3000-session"],
		["with another prefix", "__Secure-session"],
		[
			"of a sibling domain, whose name begins with a space beyond ASCII,",
			"\u2003__Host-session",
		],
		["whose name begins with a no-break space", "\u00a0__Host-session"],
		["whose name begins with a byte order mark", "\ufeff__Host-session"],
		["whose name begins with a form feed", "\f__Host-session"],
		["whose name ends with a space beyond ASCII", "__Host-session\u2003"],
	])("with a cookie %s has no session", async (_, name) => {
		const { secret, as } = await signIn(world);
		const answer = await get({ ...as("acme"), cookies: [`${name}=${secret}`] });
		expect(errorOf(answer)).toEqual([401, "MISSING_CREDENTIALS"]);
	});

	it("may have a space before the name of the cookie, as between two", async () => {
		const { secret, as } = await signIn(world);
		const cookies = ["other=1", ` __Host-session=${secret}`];
		expect((await get({ ...as("acme"), cookies })).status).toBe(200);
	});

	it("with two cookies of the name has no session", async () => {
		expect(
			await changed((options) => ({
				...options,
				cookies: ["__Host-session=another", ...options.cookies],
			})),
		).toEqual([401, "MISSING_CREDENTIALS"]);
	});

	it("with Authorization as well counts as that only", async () => {
		expect(
			await changed((options) => ({ ...options, key: "no-such-key" })),
		).toEqual([401, "INVALID_API_KEY"]);
	});

	it("may come from a browser that sends no Sec-Fetch-Site", async () => {
		expect(
			await changed(({ headers, ...options }) => {
				const { "sec-fetch-site": _, ...others } = headers;
				return { ...options, headers: others };
			}),
		).toEqual([200, undefined]);
	});

	it("without an organization is 400 at /x-organization", async () => {
		const { as } = await signIn(world);
		const { status, body } = await get({
			...as("acme"),
			headers: { "x-requested-with": "console" },
		});
		expect(status).toBe(400);
		expect(body.error).toEqual({
			code: "VALIDATION_ERROR",
			message: expect.stringMatching(/^Validation failed: \/x-organization /),
		});
	});

	it.each(["other", "ACME", "acme#", " "])(
		"for the organization %j, of which the person is no user, is 403",
		async (id) => {
			const { as } = await signIn(world);
			expect(errorOf(await get(as(id)))).toEqual([403, "ACCESS_DENIED"]);
		},
	);

	it.each([
		["that nobody has", "unknown"],
		["that is the hash of one", "hash"],
		["that is empty", ""],
	])("with a session %s is 401", async (kind, value) => {
		const { session, as } = await signIn(world);
		const secret = value === "hash" ? session.hash : value;
		const answer = await get({
			...as("acme"),
			cookies: [`__Host-session=${secret}`],
		});
		expect(errorOf(answer), kind).toEqual([
			401,
			value === "" ? "MISSING_CREDENTIALS" : "INVALID_API_KEY",
		]);
	});

	it("is answered with no-store, an error too: no cache keeps what a person read; answers to a key, or to neither, have no such header", async () => {
		const { as } = await signIn(world);
		const cached = async (options: SendOptions) => {
			const { status, headers } = await get(options);
			return [status, headers["cache-control"]];
		};
		expect(await cached(as("acme"))).toEqual([200, "no-store"]);
		expect(await cached(as("other"))).toEqual([403, "no-store"]);
		expect(await cached({ key: null })).toEqual([401, undefined]);
		expect(await cached({})).toEqual([200, undefined]);
	});

	it("GET /v1.0/key says who the session is, and what it may do", async () => {
		const { session, as } = await signIn(world);
		const { body } = await get(as("acme"));
		expect(body.data).toEqual({
			keyId: null,
			organizationId: "acme",
			organizationName: "Acme India Pvt Ltd",
			userId: "u-person",
			userName: "Person",
			role: "ADMIN",
			active: true,
			permissions: person.permissions,
			expiresAt: addSeconds(session.renewedAt, 30 * 60),
		});
	});

	it("reads twice, one read after the other, as a request with an API key does, and then once in 5 seconds", async () => {
		// Nothing is cached any more.
		passSeconds(world, 5);
		const { as } = await signIn(world);
		const first = await meterCalls(world, () => get(as("acme")));
		expect(first).toMatchObject({ calls: 2 });
		const withKey = await meterCalls(world, () => get({}));
		expect(withKey).toMatchObject({ calls: 2 });
		const second = await meterCalls(world, () => get(as("acme")));
		expect(second).toMatchObject({ calls: 0 });
	});
});

describe("console W1, what a person may do", () => {
	const world = useWorld(file);
	const get = (options: SendOptions, path = "/v1.0/invoice") =>
		world.send("GET", path, undefined, options);

	async function expectAfter(
		change: () => Promise<unknown>,
		expected: unknown[],
	) {
		const { as } = await signIn(world);
		expect((await get(as("acme"))).status).toBe(200);
		await change();
		passSeconds(world, 5);
		expect(errorOf(await get(as("acme")))).toEqual(expected);
	}

	const users = (change: Partial<typeof person> & { active?: boolean }) => () =>
		world.import({ org: acme().org, users: [{ ...person, ...change }] });
	const withoutReading: Permission[] = ["payments:read"];

	it("ends within 5 seconds of the deactivation of the user", () =>
		expectAfter(users({ active: false }), [403, "ACCESS_DENIED"]));

	it("ends within 5 seconds when the user gets another email", () =>
		expectAfter(users({ email: "other@acme.example" }), [
			403,
			"ACCESS_DENIED",
		]));

	it("ends within 5 seconds of a sign-out", () =>
		expectAfter(
			() => endSessions(world.table, email),
			[401, "INVALID_API_KEY"],
		));

	it("changes within 5 seconds with the permissions of the user", () =>
		expectAfter(users({ permissions: withoutReading }), [
			403,
			"INSUFFICIENT_PERMISSIONS",
		]));

	it("ends within 5 seconds of the suspension of the organization", () =>
		expectAfter(
			() =>
				suspendOrganization(world.table, {
					organizationId: "acme",
					keepsBatches: true,
					isServed: false,
					clock: () => world.time.now,
				}),
			[403, "ACCESS_DENIED"],
		));

	it("contract 5, suspend --all: ends within 5 seconds of the stop of the whole stage", () =>
		expectAfter(
			() => holdStage(world.table, world.time.now.toISOString()),
			[403, "ACCESS_DENIED"],
		));

	it.each([
		["12 hours after signing in, however often it was renewed", 12 * 3600, 60],
		["30 minutes after the latest renewal", 3600, 30 * 60],
	])("ends %s", async (_, age, idle) => {
		const now = world.time.now.toISOString();
		const given = {
			signedInAt: addSeconds(now, -age),
			renewedAt: addSeconds(now, -idle),
			endsAt: addSeconds(now, 12 * 3600 - age),
		};
		const { as } = await signIn(world, given);
		expect(errorOf(await get(as("acme")))).toEqual([401, "INVALID_API_KEY"]);
		world.time.now = new Date(world.time.now.getTime() - 1_000);
		expect((await get(as("acme"))).status).toBe(200);
	});

	it("records have the person and no key, and a decision came from the console", async () => {
		const { as } = await signIn(world);
		const advance = {
			amount: 1,
			vendorId: "v-steel",
			narration: "n",
			tags: { "cost-centre": { value: 7 } },
		};
		const { body } = await world.post(
			"/v1.0/payment/request/vendor-advance",
			advance,
			as("acme"),
		);
		const { paymentRequestId } = body.data;
		const history = await get(
			as("acme"),
			`/v1.0/payment/request/${paymentRequestId}/history`,
		);
		const [created] = history.body.data.items.slice(-1);
		expect(created).toMatchObject({
			action: "CREATED",
			by: { userId: "u-person", keyId: null, channel: "CONSOLE" },
		});
		const cancelled = await world.post(
			`/v1.0/payment/request/${paymentRequestId}/cancellation`,
			{ reason: "Wrong vendor" },
			as("acme"),
		);
		expect(cancelled.body.data).toMatchObject({
			createdBy: { userId: "u-person", keyId: null },
			updatedBy: { userId: "u-person", keyId: null },
		});
		const after = await get(
			as("acme"),
			`/v1.0/payment/request/${paymentRequestId}/history`,
		);
		expect(after.body.data.items[0].by.channel).toBe("CONSOLE");
	});
});

describe("console W1, signing in again", () => {
	const world = useWorld(file);
	const paid = "/v1.0/invoice/inv-1001/payments/no-such-payment/reversal";
	const requests = [
		["POST", "/v1.0/payment/run/no-such-run/release", undefined],
		["POST", paid, { reason: "Wrong" }],
		["PATCH", "/v1.0/invoice/no-such-invoice", { state: "VOID" }],
	] as const;
	const sent = (given: Partial<StoredSession["session"]>) =>
		Promise.all(
			requests.map(async ([method, url, body]) => {
				const { as } = await signIn(world, given);
				return errorOf(await world.send(method, url, body, as("acme")));
			}),
		);
	const ago = (seconds: number) =>
		addSeconds(world.time.now.toISOString(), -seconds);
	const required = Array(3).fill([403, "REAUTHENTICATION_REQUIRED"]);
	const notFound = [
		"RUN_NOT_FOUND",
		"PAYMENT_NOT_FOUND",
		"INVOICE_NOT_FOUND",
	].map((code) => [404, code]);

	it("a release, a reversal and a void want a sign-in of the last 15 minutes, before the record is looked for", async () => {
		expect(await sent({ signedInAt: ago(901) })).toEqual(required);
		expect(await sent({ signedInAt: ago(900) })).toEqual(notFound);
	});

	it("the time of signing in is the one that the issuer names", async () => {
		expect(await sent({ authTime: ago(901) })).toEqual(required);
		expect(await sent({ signedInAt: ago(901), authTime: ago(1) })).toEqual(
			notFound,
		);
	});

	it("the permission comes first", async () => {
		await world.import({
			org: acme().org,
			users: [{ ...person, permissions: [] }],
		});
		expect(await sent({ signedInAt: ago(901) })).toEqual(
			Array(3).fill([403, "INSUFFICIENT_PERMISSIONS"]),
		);
	});

	it("other changes of an invoice do not need it, and neither does an API key", async () => {
		const { as } = await signIn(world, { signedInAt: ago(901) });
		const url = "/v1.0/invoice/inv-1001";
		const answer = await world.send(
			"PATCH",
			url,
			{ state: "DRAFTED" },
			as("acme"),
		);
		expect(errorOf(answer)).toEqual([409, "INVALID_STATE_TRANSITION"]);
		const release = "/v1.0/payment/run/no-such-run/release";
		const withKey = await world.send("POST", release);
		expect(errorOf(withKey)).toEqual([404, "RUN_NOT_FOUND"]);
	});
});

it("console W1: a stage that limits API keys limits each session for itself", async () => {
	await using world = await openWorld({ keyRequestsPerSecond: 1 });
	await world.import(file());
	const [one, other] = [await signIn(world), await signIn(world)];
	const get = ({ as }: StoredSession) => world.get("/v1.0/key", "", as("acme"));
	expect((await get(one)).status).toBe(200);
	expect(errorOf(await get(one))).toEqual([429, "TOO_MANY_REQUESTS"]);
	expect((await get(other)).status).toBe(200);
});
