import type { User } from "../../shared/domain/organization.ts";
import { invalidPayers, noPayer } from "./errors.ts";

/**
 * Spec 7.3: the users who pay the advance, each once, in the policy's order; throws when the policy names none, or
 * one who is not an active user.
 *
 * @param users Those of the policy's users who exist.
 */
export function requirePayers(
	policy: { payers: readonly string[] },
	users: ReadonlyMap<string, User>,
): string[] {
	const payers = [...new Set(policy.payers)];
	if (payers.length === 0) throw noPayer();
	const invalid = payers.filter((id) => !users.get(id)?.active);
	if (invalid.length > 0) throw invalidPayers(invalid);
	return payers;
}
