import type { MiddlewareObj } from "@middy/core";
import type { Caller, Permission } from "../../organizations/organization.ts";
import {
	inactiveUser,
	insufficientPermissions,
	suspendedOrganization,
} from "../errors.ts";
import type { AuthenticatedEvent } from "./authenticate.ts";

/** Further access rules of an endpoint; throws when the caller has no access. */
export type RequireAccess = (caller: Caller) => void;

/**
 * The organization is not suspended, and spec 7.1: the key has one of the sufficient permissions, and its user has
 * access.
 *
 * @param sufficient Empty: no permission is needed.
 */
export function authorize(
	sufficient: readonly Permission[],
	requireAccess: RequireAccess,
): MiddlewareObj<AuthenticatedEvent> {
	return {
		before: ({ event: { caller } }) => {
			if (caller.isSuspended) throw suspendedOrganization();
			if (sufficient.length > 0) requirePermission(caller, ...sufficient);
			requireAccess(caller);
		},
	};
}

/**
 * The key has one of the sufficient permissions. Operations that need one in addition to the endpoint's own call it
 * too.
 */
export function requirePermission(
	{ permissions }: Caller,
	...sufficient: readonly Permission[]
) {
	if (sufficient.some((permission) => permissions.includes(permission))) return;
	throw insufficientPermissions(sufficient);
}

/** For endpoints that inactive users may call as well. */
export const allowAnyUser: RequireAccess = () => {};

export const requireActiveUser: RequireAccess = ({ user }) => {
	if (!user.active) throw inactiveUser();
};
