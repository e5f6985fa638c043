import type { Permission } from "../../../shared/organizations/organization.ts";
import { shorten } from "../../../shared/text/shorten.ts";
import type { OrganizationFile } from "../schema.ts";
import { type FileWarning, warning } from "./file-warning.ts";
import type { Granted } from "./usable-keys.ts";

/**
 * Warns of one person who may approve an invoice and pay it: with one key, in the file or stored, or with all keys of a
 * user and what the user may do in the console together.
 */
export function approvalAndPaymentWarnings(
	{ users = [] }: OrganizationFile,
	granted: readonly Granted[],
): FileWarning[] {
	const alone = granted.filter(({ permissions }) => isBoth(permissions));
	const aloneUsers = new Set(alone.map(({ userId }) => userId));
	const together = [...Map.groupBy(granted, ({ userId }) => userId)]
		.filter(([userId]) => !aloneUsers.has(userId))
		.filter(([, own]) => isBoth(own.flatMap((one) => one.permissions)))
		.map(([userId]) => userId);
	return [
		...alone.map(aloneWarning),
		...together.map((userId) => {
			const index = users.findIndex(({ id }) => id === userId);
			return warning(
				index < 0 ? "/org" : `/users/${index}`,
				`lets a user both approve invoices and pay them, over all keys and own permissions of the user: ${JSON.stringify(shorten(userId))}`,
			);
		}),
	];
}

const isBoth = (permissions: readonly Permission[]) =>
	permissions.includes("invoices:approve") &&
	permissions.includes("payments:mark-paid");

function aloneWarning({ from }: Granted): FileWarning {
	if ("keyId" in from)
		return warning(
			"/org",
			`has a stored key that may both approve invoices and pay them: ${from.keyId}`,
		);
	if ("userId" in from)
		return warning(
			"/org",
			`has a stored user who may both approve invoices and pay them: ${JSON.stringify(shorten(from.userId))}`,
		);
	const one = from.pointer.startsWith("/users/") ? "user" : "key";
	return warning(
		`${from.pointer}/permissions`,
		`lets one ${one} both approve invoices and pay them`,
	);
}
