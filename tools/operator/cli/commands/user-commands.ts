import type { Permission } from "../../../../shared/organizations/organization.ts";
import {
	endSessions,
	unbindAccount,
} from "../../../../shared/sessions/change-sessions.store.ts";
import { requireOrganization } from "../../organizations/require-organization.ts";
import { changePermissions } from "../../users/change-permissions.ts";
import { findAccount, listUsers } from "../../users/list-users.ts";
import { requireEmail } from "../../users/require-user.ts";
import {
	arrayText,
	type Command,
	json,
	operands,
	yesOption,
} from "../command.ts";
import { permissionNotes, readPermissions } from "../permission-arguments.ts";

export const userListCommand: Command = {
	usage: "<orgId>",
	summary:
		"list the organization's users with their permissions, accounts and open sessions of the console",
	prepare(args) {
		const { orgId } = operands(args, "orgId");
		return async ({ table, now, write }) => {
			await requireOrganization(table, orgId);
			await write(arrayText(listUsers(table, orgId, now)));
		};
	},
};

export const userGrantCommand = permissionCommand({
	summary: "let a user do more in the console",
	change: (held, named) => [...held, ...named],
});

export const userRevokeCommand = permissionCommand({
	summary:
		"let a user do less in the console; it takes effect within 5 seconds",
	change: (held, named) => held.filter((one) => !named.includes(one)),
});

function permissionCommand({
	summary,
	change,
}: {
	summary: string;
	change: (
		held: readonly Permission[],
		named: readonly Permission[],
	) => Permission[];
}): Command {
	return {
		usage: "<orgId> <userId> --permission <p> …",
		summary,
		notes: permissionNotes,
		options: { permission: { type: "string", multiple: true } },
		prepare(args) {
			const { positionals } = args;
			const { orgId, userId } = operands(
				{ ...args, positionals: positionals.slice(0, 2) },
				"orgId",
				"userId",
			);
			const named = readPermissions(args, positionals.slice(2));
			return async ({ table, audit, now }) => {
				await requireOrganization(table, orgId);
				await changePermissions(audit.tableFor(orgId), {
					organizationId: orgId,
					userId,
					now,
					change: (held) => change(held, named),
				});
			};
		},
	};
}

export const userUnbindCommand: Command = {
	usage: "<orgId> <userId> [--yes]",
	summary:
		"let another account of the issuer sign in with the user's email, and end the sessions of the former one",
	options: yesOption,
	prepare(args) {
		const { orgId, userId } = operands(args, "orgId", "userId");
		return async ({ table, audit, confirm, write }) => {
			await requireOrganization(table, orgId);
			const email = await requireEmail(table, orgId, userId);
			const account = await findAccount(table, email);
			const bound = account
				? `, which is bound to the account ${account.subject} of ${account.issuer}`
				: "";
			await confirm(
				`Let the next account that signs in with ${email}${bound} be this person, in every organization with the email?`,
			);
			const endedSessions = await unbindAccount(audit.tableFor(orgId), email);
			await write(json({ unbound: account, endedSessions }));
		};
	},
};

export const userSignOutCommand: Command = {
	usage: "<orgId> <userId>",
	summary:
		"end all sessions of a person in the console within 5 seconds, in every organization",
	prepare(args) {
		const { orgId, userId } = operands(args, "orgId", "userId");
		return async ({ table, audit, write }) => {
			await requireOrganization(table, orgId);
			const email = await requireEmail(table, orgId, userId);
			const endedSessions = await endSessions(audit.tableFor(orgId), email);
			await write(json({ endedSessions }));
		};
	},
};
