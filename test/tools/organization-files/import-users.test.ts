import { describe, expect, it } from "vitest";
import { personUserKey, userKey } from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { findPersonUsers } from "../../../shared/organizations/person-users.store.ts";
import { checkOrganizationFile } from "../../../tools/organization-files/read-organization-file.ts";
import type { EntryOf } from "../../../tools/organization-files/schema.ts";
import { acme } from "../../support/acme.ts";
import { loseAnswer } from "../../support/aws-gateway/faults/effects.ts";
import { useWorld } from "../../support/use-world.ts";
import { exported } from "../operator/exported.ts";
import { interruptedImport } from "./interrupted-import.ts";

const world = useWorld();

type UserEntry = EntryOf<"users">;

const user = (id: string, more: Partial<UserEntry> = {}): UserEntry => ({
	id,
	name: id.toUpperCase(),
	role: "MEMBER",
	...more,
});

const importUsers = (...users: UserEntry[]) =>
	world.import({ org: { id: "acme" }, users });

async function exportedUser(id: string) {
	const { users } = await exported(world);
	return users.find((one: UserEntry) => one.id === id);
}

/** The ids of the users that an email leads to. */
async function usersOf(email: string, organizationId?: string) {
	const found = await findPersonUsers(world.table, email, organizationId);
	return found.map(({ userId }) => userId).toSorted();
}

describe("console W1: permissions of a user", () => {
	it("are none by default, those of the file when it has some, and stay when it has none", async () => {
		await importUsers(user("u-1"), user("u-2", { permissions: [] }));
		expect(await exportedUser("u-1")).not.toHaveProperty("permissions");
		expect(await exportedUser("u-2")).not.toHaveProperty("permissions");
		await importUsers(
			user("u-1", { permissions: ["vendors:read", "invoices:read"] }),
		);
		await importUsers(user("u-1", { name: "One" }));
		expect(await exportedUser("u-1")).toMatchObject({
			name: "One",
			permissions: ["vendors:read", "invoices:read"],
		});
		await importUsers(user("u-1", { permissions: [] }));
		expect(await exportedUser("u-1")).not.toHaveProperty("permissions");
	});

	it("that are named twice count once", async () => {
		await importUsers(
			user("u-1", { permissions: ["vendors:read", "vendors:read"] }),
		);
		expect(await exportedUser("u-1")).toMatchObject({
			permissions: ["vendors:read"],
		});
	});
});

describe("console W1: the email with which a person signs in", () => {
	it("leads to its user, in upper or lower case, and to those of other organizations", async () => {
		await importUsers(user("u-1", { email: "Asha@Acme.example" }));
		await world.import({
			org: { id: "other" },
			users: [user("u-9", { email: "asha@acme.example" })],
		});
		expect(await usersOf("ASHA@acme.example")).toEqual(["u-1", "u-9"]);
		expect(await usersOf("asha@acme.example", "acme")).toEqual(["u-1"]);
		expect(await exportedUser("u-1")).toMatchObject({
			email: "Asha@Acme.example",
		});
	});

	it("no longer leads to a user whom a file gives another one, or none", async () => {
		await importUsers(user("u-1", { email: "a@acme.example" }));
		await importUsers(user("u-1", { email: "A@ACME.example" }));
		await importUsers(user("u-1", { name: "One" }));
		expect(await usersOf("a@acme.example")).toEqual(["u-1"]);
		await importUsers(user("u-1", { email: "b@acme.example" }));
		expect(await usersOf("a@acme.example")).toEqual([]);
		expect(await usersOf("b@acme.example")).toEqual(["u-1"]);
		await importUsers(user("u-1", { email: null }));
		expect(await usersOf("b@acme.example")).toEqual([]);
		expect(await exportedUser("u-1")).not.toHaveProperty("email");
		await importUsers(user("u-1", { email: "b@acme.example" }));
		expect(await usersOf("b@acme.example")).toEqual(["u-1"]);
	});

	it("may be swapped by two users", async () => {
		await importUsers(
			user("u-1", { email: "a@acme.example" }),
			user("u-2", { email: "b@acme.example" }),
		);
		await importUsers(
			user("u-1", { email: "b@acme.example" }),
			user("u-2", { email: "a@acme.example" }),
		);
		expect(await usersOf("a@acme.example")).toEqual(["u-2"]);
		expect(await usersOf("b@acme.example")).toEqual(["u-1"]);
	});

	it("of a user with the longest id leads to it", async () => {
		const id = "u".repeat(1024);
		await importUsers(user(id, { email: "long@acme.example" }));
		expect(await usersOf("long@acme.example")).toEqual([id]);
	});

	it("is stored with its user or not at all, wherever the import is interrupted", async () => {
		const file = (email: string) => ({
			...acme(),
			users: [...(acme().users ?? []), user("u-1", { email })],
		});
		for (let calls = 0, isInterrupted = true; isInterrupted; calls++) {
			await world.reopen();
			await world.import(file("a@acme.example"));
			const at = { calls, written: 0 };
			isInterrupted = await interruptedImport(
				world,
				file("b@acme.example"),
				at,
			);
			const { email } = await exportedUser("u-1");
			for (const one of ["a@acme.example", "b@acme.example"])
				expect(await usersOf(one)).toEqual(one === email ? ["u-1"] : []);
			await world.import(file("b@acme.example"));
			expect(await usersOf("b@acme.example")).toEqual(["u-1"]);
		}
	});

	it("is stored once when the answer of the write is lost", async () => {
		await world.import(acme());
		world.gateway.faults.add({
			operation: "ExecuteTransaction",
			effect: loseAnswer(),
		});
		await importUsers(user("u-1", { email: "a@acme.example" }));
		const key = userKey("acme", "u-1");
		const person = personUserKey("a@acme.example", {
			organizationId: "acme",
			userId: "u-1",
		});
		const items = await batchGet(world.table, [key, person]);
		expect(items).toMatchObject([
			{ email: "a@acme.example" },
			{ organizationId: "acme", userId: "u-1" },
		]);
	});
});

describe("contract 2: an email of two active users of an organization", () => {
	const shared = (holder: string) =>
		`must NOT have the email of another active user of the organization: "${holder}"`;

	it("in one file is an error of the later one, whatever their case", () => {
		const file = {
			org: { id: "acme" },
			users: [
				user("u-1", { email: "a@acme.example" }),
				user("u-2", { email: "A@acme.example" }),
			],
		};
		expect(() => checkOrganizationFile(file)).toThrow(
			"/users/1/email must NOT be the same as in /users/0",
		);
	});

	it("of the file and of the store is an error, and nothing is changed", async () => {
		await importUsers(user("u-1", { email: "a@acme.example" }));
		await expect(
			importUsers(user("u-3"), user("u-2", { email: "A@acme.example" })),
		).rejects.toThrow(`/users/1/email ${shared("u-1")}`);
		expect(await exportedUser("u-3")).toBeUndefined();
		expect(await usersOf("a@acme.example")).toEqual(["u-1"]);
	});

	it("is an error when a file makes a user active again", async () => {
		await importUsers(
			user("u-1", { email: "a@acme.example" }),
			user("u-2", { email: "a@acme.example", active: false }),
		);
		expect(await usersOf("a@acme.example")).toEqual(["u-1", "u-2"]);
		await expect(importUsers(user("u-2"))).rejects.toThrow(
			`/users/0 ${shared("u-1")}`,
		);
	});

	it("is allowed when the file takes it from the other user, or the other user is not active", async () => {
		await importUsers(user("u-1", { email: "a@acme.example" }));
		await importUsers(
			user("u-2", { email: "a@acme.example" }),
			user("u-1", { email: "b@acme.example" }),
		);
		await importUsers(user("u-2", { active: false }));
		await importUsers(user("u-3", { email: "a@acme.example" }));
		expect(await usersOf("a@acme.example")).toEqual(["u-2", "u-3"]);
	});

	it("is allowed in two organizations", async () => {
		await importUsers(user("u-1", { email: "a@acme.example" }));
		await world.import({
			org: { id: "other" },
			users: [user("u-1", { email: "a@acme.example" })],
		});
		expect(await usersOf("a@acme.example")).toEqual(["u-1", "u-1"]);
	});
});
