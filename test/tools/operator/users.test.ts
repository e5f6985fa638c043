import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Permission } from "../../../shared/organizations/organization.ts";
import {
	findPerson,
	findSessions,
	insertSession,
} from "../../../shared/sessions/change-sessions.store.ts";
import { changePermissions } from "../../../tools/operator/users/change-permissions.ts";
import {
	before as actBefore,
	loseAnswer,
} from "../../support/aws-gateway/faults/effects.ts";
import { org } from "../../support/org-command.ts";
import { useWorld } from "../../support/use-world.ts";

const email = "asha@acme.example";
const world = useWorld(() => ({
	org: { id: "acme" },
	users: [
		{ id: "u-1", role: "ADMIN", name: "Asha", email: "Asha@ACME.example" },
		{
			id: "u-2",
			role: "MEMBER",
			name: "Bela",
			permissions: ["invoices:read"] satisfies Permission[],
		},
	],
}));

beforeEach(() => {
	// The commands have the system's clock.
	world.time.now = new Date();
	vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", world.gateway.url);
	vi.stubEnv("AWS_ACCESS_KEY_ID", "operator");
	vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
	return () => vi.unstubAllEnvs();
});

const type = (line: string) =>
	org(
		...line.split(" "),
		...["--table", world.table.name, "--region", "ap-south-1"],
	);

async function list() {
	const { code, stdout } = await type("user list acme");
	expect(code).toBe(0);
	return JSON.parse(stdout);
}

const permissionsOf = async (userId: string) =>
	(await list()).find(({ id }: { id: string }) => id === userId).permissions;

const account = { issuer: "https://issuer.example", subject: "s-1" };

async function signIn({
	hash = randomBytes(32).toString("hex"),
	minutesAgo = 1,
} = {}) {
	const now = world.time.now.getTime();
	const at = (minutes: number) =>
		new Date(now + minutes * 60_000).toISOString();
	const isStored = await insertSession(world.table, {
		...{ hash, email, ...account, authTime: null, users: [] },
		...{ signedInAt: at(-minutesAgo), renewedAt: at(-1), endsAt: at(60) },
	});
	expect(isStored).toBe(true);
	return hash;
}

describe("contract 5: user list", () => {
	it("prints each user with permissions, account and open sessions", async () => {
		const hash = await signIn();
		expect(await list()).toEqual([
			{
				...{ id: "u-1", name: "Asha", role: "ADMIN", active: true },
				...{ email: "Asha@ACME.example", permissions: [] },
				account: { ...account, boundAt: expect.any(String) },
				sessions: [
					{
						id: `ses_${hash.slice(0, 16)}`,
						signedInAt: expect.any(String),
						renewedAt: expect.any(String),
						endsAt: expect.any(String),
					},
				],
			},
			{
				...{ id: "u-2", name: "Bela", role: "MEMBER", active: true },
				...{ email: null, permissions: ["invoices:read"] },
				...{ account: null, sessions: [] },
			},
		]);
	});

	it("prints the latest session of a user first", async () => {
		// The store has them in the order of their hashes.
		const minutesAgo = { a: 2, b: 1, c: 3 };
		for (const [digit, minutes] of Object.entries(minutesAgo))
			await signIn({ hash: digit.repeat(64), minutesAgo: minutes });
		const [{ sessions }] = await list();
		expect(sessions.map(({ id }: { id: string }) => id)).toEqual(
			["b", "a", "c"].map((digit) => `ses_${digit.repeat(16)}`),
		);
	});
});

describe("contract 5: user grant and user revoke", () => {
	it("add and remove permissions, and may be repeated", async () => {
		for (let time = 0; time < 2; time++) {
			const line =
				"user grant acme u-2 --permission vendors:read invoices:read";
			expect(await type(line)).toMatchObject({ code: 0, stdout: "" });
			expect(await permissionsOf("u-2")).toEqual([
				"invoices:read",
				"vendors:read",
			]);
		}
		for (let time = 0; time < 2; time++) {
			await type("user revoke acme u-2 --permission invoices:read");
			expect(await permissionsOf("u-2")).toEqual(["vendors:read"]);
		}
	});

	it("are not undone by a file that was imported before", async () => {
		const file = {
			org: { id: "acme" },
			users: [
				{
					...{ id: "u-2", role: "MEMBER" as const, name: "Bela" },
					permissions: ["invoices:read"] satisfies Permission[],
				},
			],
		};
		await type("user revoke acme u-2 --permission invoices:read");
		await world.import(file);
		expect(await permissionsOf("u-2")).toEqual([]);
	});

	it("both take effect when they run at the same time", async () => {
		world.gateway.faults.add({
			accessKeyId: "operator",
			operation: "BatchExecuteStatement",
			effect: actBefore(() =>
				changePermissions(world.table, {
					...{ organizationId: "acme", userId: "u-2", now: world.time.now },
					change: (held) => [...held, "organization:read"],
				}),
			),
			times: 1,
		});
		await type("user grant acme u-2 --permission vendors:read");
		expect(await permissionsOf("u-2")).toEqual([
			"invoices:read",
			"organization:read",
			"vendors:read",
		]);
	});

	it("lose nothing of an import that runs in between", async () => {
		world.gateway.faults.add({
			accessKeyId: "operator",
			operation: "BatchExecuteStatement",
			effect: actBefore(async () => {
				await world.import({
					org: { id: "acme" },
					users: [
						{
							...{ id: "u-2", role: "MEMBER", name: "Bela" },
							permissions: ["organization:read"],
						},
					],
				});
			}),
			times: 1,
		});
		await type("user grant acme u-2 --permission vendors:read");
		expect(await permissionsOf("u-2")).toEqual([
			"organization:read",
			"vendors:read",
		]);
	});
});

describe("contract 5: user sign-out", () => {
	it("ends all sessions of a person, and may be repeated", async () => {
		await signIn();
		await signIn();
		const first = await type("user sign-out acme u-1");
		expect(JSON.parse(first.stdout)).toEqual({ endedSessions: 2 });
		expect(await findSessions(world.table, email, world.time.now)).toEqual([]);
		const again = await type("user sign-out acme u-1");
		expect(JSON.parse(again.stdout)).toEqual({ endedSessions: 0 });
		expect((await findPerson(world.table, email)).account).toMatchObject(
			account,
		);
	});

	it("ends them all even if an answer is lost", async () => {
		await signIn();
		await signIn();
		world.gateway.faults.add({
			accessKeyId: "operator",
			operation: "TransactWriteItems",
			effect: loseAnswer(),
			times: 1,
		});
		expect(await type("user sign-out acme u-1")).toMatchObject({ code: 0 });
		expect(await findSessions(world.table, email, world.time.now)).toEqual([]);
	});
});

describe("contract 5: user unbind", () => {
	it("releases the email for another account, and ends the sessions of the former one", async () => {
		await signIn();
		const { stdout } = await type("user unbind acme u-1 --yes");
		expect(JSON.parse(stdout)).toEqual({
			unbound: { ...account, boundAt: expect.any(String) },
			endedSessions: 1,
		});
		const { account: bound, users } = await findPerson(world.table, email);
		expect(bound).toBeUndefined();
		expect(users).toEqual([{ organizationId: "acme", userId: "u-1" }]);
		expect(await findSessions(world.table, email, world.time.now)).toEqual([]);
		const again = await type("user unbind acme u-1 --yes");
		expect(JSON.parse(again.stdout)).toEqual({
			...{ unbound: null, endedSessions: 0 },
		});
	});
});

describe("contract 5: what is refused", () => {
	it.each([
		["user grant acme u-9 --permission vendors:read", 'There is no user "u-9"'],
		["user sign-out acme u-9", 'There is no user "u-9" in acme'],
		["user sign-out acme u-2", 'The user "u-2" of acme has no email'],
		["user unbind acme u-2 --yes", 'The user "u-2" of acme has no email'],
		["user list absent", 'There is no organization "absent"'],
	])("%s", async (line, message) => {
		const { code, stdout, stderr } = await type(line);
		expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
		expect(stderr).toContain(message);
	});

	it("an unknown permission, or none", async () => {
		for (const line of [
			"user grant acme u-1",
			"user revoke acme u-1 --permission everything",
		])
			expect(await type(line)).toMatchObject({ code: 2 });
	});
});
