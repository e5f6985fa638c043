import { CommandError } from "../../command-error.ts";
import { type CreatedKey, createKey } from "../../keys/create-key.ts";
import { findKeys } from "../../keys/find-keys.ts";
import { grantPermissions } from "../../keys/grant-permissions.ts";
import { listKeys } from "../../keys/list-keys.ts";
import { revokeKey } from "../../keys/revoke-key.ts";
import { rotateKey } from "../../keys/rotate-key.ts";
import { requireOrganization } from "../../organizations/require-organization.ts";
import {
	type Command,
	type CommandWorld,
	json,
	operands,
	option,
	requireOption,
} from "../command.ts";
import { permissionNotes, readPermissions } from "../permission-arguments.ts";
import { readDuration, readExpiry } from "../time-arguments.ts";

export const keyCreateCommand: Command = {
	usage:
		"<orgId> --user <id> --permission <p> … [--name <n>] [--expires <date>]",
	summary: "create an API key and print its secret, which is shown only once",
	notes: permissionNotes,
	options: {
		user: { type: "string" },
		permission: { type: "string", multiple: true },
		name: { type: "string" },
		expires: { type: "string" },
	},
	prepare(args) {
		const [organization = [], ...more] = args.positionals.map((word) => [word]);
		const { orgId } = operands({ ...args, positionals: organization }, "orgId");
		const userId = requireOption(args, "user");
		const granted = readPermissions(args, more.flat());
		const name = option(args, "name") ?? "";
		const expires = option(args, "expires");
		const toExpiry = expires === undefined ? () => null : readExpiry(expires);
		return async ({ table, audit, now, newSecret, note, write }) => {
			const { timezone } = await requireOrganization(table, orgId);
			const created = await createKey(audit.tableFor(orgId), {
				organizationId: orgId,
				userId,
				permissions: granted,
				name,
				expiresAt: toExpiry(timezone),
				secret: newSecret(),
				now,
			});
			if (created.expiresAt === null)
				note(
					`Warning: the key ${created.id} never expires. Create keys with --expires, and revoke this one when it has been replaced`,
				);
			await writeSecret(created, write);
		};
	},
};

/** @throws CommandError When the secret cannot be written or no one reads it, since it cannot be shown again. */
async function writeSecret(created: CreatedKey, write: CommandWorld["write"]) {
	if (await write(json(created)).catch(() => false)) return;
	throw new CommandError(
		`The secret of the new key ${created.id} could not be written: \`key rotate\` it, which shows another`,
	);
}

export const keyListCommand: Command = {
	usage: "<orgId>",
	summary: "list the organization's API keys",
	prepare(args) {
		const { orgId } = operands(args, "orgId");
		return async ({ table, write }) => {
			await requireOrganization(table, orgId);
			await write(json(await listKeys(table, orgId)));
		};
	},
};

export const keyFindCommand: Command = {
	usage: "<prefix>",
	summary:
		"find API keys of any organization by the first 8 characters of a secret; type no more of it than these",
	prepare(args) {
		const { prefix } = operands(args, "prefix");
		return async ({ table, write }) => {
			await write(json(await findKeys(table, prefix)));
		};
	},
};

export const keyRevokeCommand: Command = {
	usage: "<orgId> <keyId>",
	summary: "revoke an API key permanently; it stops working within 5 seconds",
	prepare(args) {
		const { orgId, keyId } = operands(args, "orgId", "keyId");
		return async ({ table, audit }) => {
			await requireOrganization(table, orgId);
			await revokeKey(audit.tableFor(orgId), orgId, keyId);
		};
	},
};

export const keyRotateCommand: Command = {
	usage: "<orgId> <keyId> [--grace <duration>]",
	summary:
		"replace an API key; the old one remains valid for the grace period, by default not at all",
	options: { grace: { type: "string" } },
	prepare(args) {
		const { orgId, keyId } = operands(args, "orgId", "keyId");
		const grace = option(args, "grace");
		const graceMilliseconds =
			grace === undefined ? 0 : readDuration("--grace", grace);
		return async ({ table, audit, now, newSecret, write }) => {
			await requireOrganization(table, orgId);
			const created = await rotateKey(audit.tableFor(orgId), {
				organizationId: orgId,
				keyId,
				graceMilliseconds,
				secret: newSecret(),
				now,
			});
			await writeSecret(created, write);
		};
	},
};

export const keyGrantCommand: Command = {
	usage: "<orgId> <keyId> --permission <p> …",
	summary: "add permissions to an API key",
	notes: permissionNotes,
	options: { permission: { type: "string", multiple: true } },
	prepare(args) {
		const { positionals } = args;
		const { orgId, keyId } = operands(
			{ ...args, positionals: positionals.slice(0, 2) },
			"orgId",
			"keyId",
		);
		const granted = readPermissions(args, positionals.slice(2));
		return async ({ table, audit, now }) => {
			await requireOrganization(table, orgId);
			await grantPermissions(audit.tableFor(orgId), {
				organizationId: orgId,
				keyId,
				permissions: granted,
				now,
			});
		};
	},
};
