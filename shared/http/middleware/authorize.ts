import type { MiddlewareObj } from "@middy/core";
import type {
	Caller,
	Permission,
} from "../../domain/organization/organization.ts";
import { insufficientPermissions } from "../api-error.ts";
import type { AuthenticatedEvent } from "./authenticate.ts";

/** Further access rules of an endpoint; throws when the caller has no access. */
export type RequireAccess = (caller: Caller) => void;

/** Spec 7.1: the key has one of the sufficient permissions, and its user has access. */
export function authorize(
	sufficient: Permission | readonly Permission[],
	requireAccess: RequireAccess,
): MiddlewareObj<AuthenticatedEvent> {
	return {
		before: ({ event: { caller } }) => {
			const isPermitted = [sufficient]
				.flat()
				.some((permission) => caller.permissions.includes(permission));
			if (!isPermitted) throw insufficientPermissions();
			requireAccess(caller);
		},
	};
}

/** For operations that need a permission besides the endpoint's own. */
export function requirePermission(
	{ permissions }: Caller,
	permission: Permission,
) {
	if (!permissions.includes(permission)) throw insufficientPermissions();
}

export const requireActiveUser: RequireAccess = ({ user }) => {
	if (!user.active) throw insufficientPermissions();
};
