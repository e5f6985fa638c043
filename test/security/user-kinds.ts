import { roles } from "../../shared/organizations/organization.ts";

/** A user for each role, active and not. */
export const userKinds = roles.flatMap((role) =>
	[true, false].map((active) => ({
		id: `${role} ${active}`,
		name: role,
		role,
		active,
	})),
);
