import type { Caller, Role } from "../../organizations/organization.ts";
import { accessDenied } from "../errors.ts";

const advanceRoles: readonly (Role | null)[] = ["ADMIN", "BOOKKEEPER"];

/** Spec 4.3 rule 10. */
export function requireAdvanceAccess({ organization, user }: Caller) {
	const mayAdvance = user.active && advanceRoles.includes(user.role);
	if (!mayAdvance || !organization.features.vendorAdvances) {
		throw accessDenied();
	}
}
