import type { MiddlewareObj } from "@middy/core";
import type {
	Caller,
	Permission,
} from "../../domain/organization/organization.ts";
import { insufficientPermissions } from "../api-error.ts";
import type { AuthenticatedEvent } from "./authenticate.ts";

/** What may still refuse a caller whose key has the permission; throws. */
export type RequireAccess = (caller: Caller) => void;

/** Spec 7.1: the key carries a permission for the operation, any one of several, and its user may use it. */
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

/** For what an endpoint's own permission does not cover. */
export function requirePermission(
	{ permissions }: Caller,
	permission: Permission,
) {
	if (!permissions.includes(permission)) throw insufficientPermissions();
}

export const requireActiveUser: RequireAccess = ({ user }) => {
	if (!user.active) throw insufficientPermissions();
};
