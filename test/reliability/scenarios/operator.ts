import { expect } from "vitest";
import {
	batchGuardKey,
	organizationKey,
	userKey,
} from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { findInvoices } from "../../../shared/invoices/invoices.store.ts";
import { findApiKeys } from "../../../shared/organizations/api-keys/manage-api-keys.store.ts";
import {
	toSuspendedAt,
	toUser,
} from "../../../shared/organizations/organizations.store.ts";
import {
	findPerson,
	findSessions,
	insertSession,
} from "../../../shared/sessions/change-sessions.store.ts";
import { addSeconds, type Session } from "../../../shared/sessions/session.ts";
import { CommandError } from "../../../tools/operator/command-error.ts";
import { createKey } from "../../../tools/operator/keys/create-key.ts";
import type { World } from "../../support/world.ts";
import { organizationId } from "../organization.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";
import { runCommand } from "./run-command.ts";

const preparedKey = async ({ world }: User): Promise<string> => {
	const { id } = await createKey(world.table, {
		organizationId,
		userId: "u-admin",
		permissions: ["payments:mark-paid"],
		name: "New",
		expiresAt: null,
		secret: "first",
		now: world.time.now,
	});
	return id;
};

const findKey = async ({ table }: World, keyId: string) => {
	const keys = await findApiKeys(table, organizationId);
	return keys.find(({ id }) => id === keyId);
};

const findUser = async ({ table }: World, userId: string) => {
	const [item] = await batchGet(table, [userKey(organizationId, userId)]);
	return item && toUser(item);
};

function sessionOfCfo({ time }: World, hash: string): Session {
	const at = time.now.toISOString();
	return {
		...{ hash, email: "u-cfo@acme.example", issuer: "i", subject: "s" },
		...{ authTime: null, signedInAt: at, renewedAt: at, users: [] },
		endsAt: addSeconds(at, 3_600),
	};
}

function expectCommandError(error: unknown) {
	if (!(error instanceof CommandError)) throw error;
}

const isHeld = async ({ table }: World) => {
	const [guard] = await batchGet(table, [batchGuardKey(organizationId)]);
	return guard !== undefined;
};

const isSuspended = async ({ table }: World) => {
	const [item] = await batchGet(table, [organizationKey(organizationId)]);
	return item !== undefined && toSuspendedAt(item) !== null;
};

const isLocked = async ({ table }: World) => {
	const found = await findInvoices(table, organizationId, ["inv-0"]);
	return Boolean(found.get("inv-0")?.lock);
};

const lock = (user: User) => {
	const until = new Date(user.world.time.now.getTime() + 60_000).toISOString();
	return user.note({ kind: "lock", slug: "inv-0", until }, () =>
		runCommand(user, "invoice lock", ["acme", "inv-0"], {
			values: { for: "1m" },
		}),
	);
};
const unlock = (user: User) =>
	user.note({ kind: "lock", slug: "inv-0", until: null }, () =>
		runCommand(user, "invoice unlock", ["acme", "inv-0"]),
	);

/** The commands that change something, in addition to imports. */
export const operatorScenarios: Scenario[] = [
	scenario({
		name: "an API key is created",
		act: (user) =>
			runCommand(user, "key create", ["acme"], {
				values: {
					user: "u-admin",
					permission: ["payments:mark-paid"],
					name: "New",
				},
			}),
		async expected(printed, { world }) {
			const { id, key } = JSON.parse(printed);
			expect(key).toBe("secret");
			expect(await findKey(world, id)).toMatchObject({ name: "New" });
		},
		again: async () => {},
		// The command makes a new secret each time.
		isRepeatable: false,
	}),
	scenario({
		name: "an API key is rotated",
		prepare: preparedKey,
		act: (user, keyId) =>
			runCommand(user, "key rotate", ["acme", keyId], {
				values: { grace: "1m" },
				secret: "second",
			}),
		async expected(printed, { world }, keyId) {
			const { id } = JSON.parse(printed);
			expect(await findKey(world, id)).toMatchObject({ name: "New" });
			expect(await findKey(world, keyId)).toMatchObject({ rotatedTo: id });
		},
		again: async () => {},
		isRepeatable: false,
	}),
	scenario({
		name: "an API key is revoked",
		prepare: preparedKey,
		act: (user, keyId) => runCommand(user, "key revoke", ["acme", keyId]),
		expected: async (_, { world }, keyId) =>
			expect(await findKey(world, keyId)).toMatchObject({ revoked: true }),
	}),
	scenario({
		name: "an API key gets a permission",
		prepare: preparedKey,
		act: (user, keyId) =>
			runCommand(user, "key grant", ["acme", keyId], {
				values: { permission: ["invoices:read"] },
			}),
		expected: async (_, { world }, keyId) =>
			expect(await findKey(world, keyId)).toMatchObject({
				permissions: ["payments:mark-paid", "invoices:read"],
			}),
	}),
	scenario({
		name: "a user gets a permission",
		act: (user) =>
			runCommand(user, "user grant", ["acme", "u-cfo"], {
				values: { permission: ["invoices:read"] },
			}),
		expected: async (_, { world }) =>
			expect(await findUser(world, "u-cfo")).toMatchObject({
				permissions: ["invoices:read"],
			}),
	}),
	scenario({
		name: "a user loses a permission",
		prepare: async (user) =>
			void (await runCommand(user, "user grant", ["acme", "u-cfo"], {
				values: { permission: ["invoices:read", "vendors:read"] },
			})),
		act: (user) =>
			runCommand(user, "user revoke", ["acme", "u-cfo"], {
				values: { permission: ["invoices:read"] },
			}),
		expected: async (_, { world }) =>
			expect(await findUser(world, "u-cfo")).toMatchObject({
				permissions: ["vendors:read"],
			}),
	}),
	scenario({
		name: "a person is signed out everywhere",
		prepare: ({ world }) =>
			insertSession(world.table, sessionOfCfo(world, "one")),
		act: (user) => runCommand(user, "user sign-out", ["acme", "u-cfo"]),
		async expected(_, { world }) {
			const { email } = sessionOfCfo(world, "");
			expect(await findSessions(world.table, email, world.time.now)).toEqual(
				[],
			);
		},
	}),
	scenario({
		name: "a person is signed out everywhere, and the email is released",
		async prepare({ world }) {
			for (const hash of ["one", "two"])
				await insertSession(world.table, sessionOfCfo(world, hash));
		},
		act: (user) =>
			runCommand(user, "user unbind", ["acme", "u-cfo"], {
				values: { yes: true },
			}),
		async expected(_, { world }) {
			const { email } = sessionOfCfo(world, "");
			const person = await findPerson(world.table, email);
			expect(person).toMatchObject({ account: undefined });
			expect(await findSessions(world.table, email, world.time.now)).toEqual(
				[],
			);
		},
	}),
	scenario({
		name: "the batches are held and released",
		async act(user) {
			// Refused when an earlier attempt, of which no one heard, has set the guard.
			await runCommand(user, "batch hold", ["acme"]).catch(expectCommandError);
			const wasHeld = await isHeld(user.world);
			await runCommand(user, "batch release", ["acme"]);
			return wasHeld;
		},
		async expected(wasHeld, { world }) {
			expect(wasHeld).toBe(true);
			expect(await isHeld(world)).toBe(false);
		},
	}),
	scenario({
		name: "the organization is suspended and resumed",
		async act(user) {
			await runCommand(user, "suspend", ["acme"], { isStackStopped: true });
			const wasSuspended = await isSuspended(user.world);
			await runCommand(user, "resume", ["acme"]);
			return wasSuspended;
		},
		async expected(wasSuspended, { world }) {
			expect(wasSuspended).toBe(true);
			expect(await isSuspended(world)).toBe(false);
		},
	}),
	scenario({
		name: "an invoice is locked",
		act: lock,
		expected: async (_, { world }) => expect(await isLocked(world)).toBe(true),
	}),
	scenario({
		name: "an invoice is unlocked",
		prepare: lock,
		act: unlock,
		expected: async (_, { world }) => expect(await isLocked(world)).toBe(false),
	}),
];
