import type { Role } from "../../shared/domain/organization.ts";
import type { RequireAccess } from "../../shared/http/middleware/authorize.ts";
import { accessDenied } from "./errors.ts";

const advanceRoles: readonly Role[] = ["ADMIN", "BOOKKEEPER"];

/** Spec 4.3 rule 10. */
export const requireAdvanceAccess: RequireAccess = ({ organization, user }) => {
	const mayAdvance = user.active && advanceRoles.includes(user.role);
	if (!mayAdvance || !organization.features.vendorAdvances) {
		throw accessDenied();
	}
};
