import {
	type Permission,
	permissions,
} from "../../../shared/organizations/organization.ts";
import { type Arguments, UsageError } from "./command.ts";

export const permissionNotes = `Permissions:
${permissions.map((permission) => `  ${permission}`).join("\n")}`;

/** `--permission a b` is short for `--permission a --permission b`. */
export function readPermissions(
	{ values }: Arguments,
	more: readonly string[],
): Permission[] {
	const given = Array.isArray(values.permission) ? values.permission : [];
	if (given.length === 0)
		throw new UsageError(
			`--permission is missing: give one or more of ${permissions.join(", ")}`,
		);
	const granted = [...given, ...more].map((word) => {
		const permission = permissions.find((known) => known === word);
		if (permission) return permission;
		throw new UsageError(
			`--permission ${word} is not one of ${permissions.join(", ")}`,
		);
	});
	return [...new Set(granted)];
}
