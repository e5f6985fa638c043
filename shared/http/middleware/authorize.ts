import type { MiddlewareObj } from "@middy/core";
import type { Endpoint } from "../../endpoints/endpoint.ts";
import type { Caller, Permission } from "../../organizations/organization.ts";
import { recentSignInSeconds } from "../../sessions/session.ts";
import { secondsBetween } from "../../timing/write-deadline.ts";
import {
	inactiveUser,
	insufficientPermissions,
	reauthenticationRequired,
	suspendedOrganization,
} from "../errors.ts";
import type { AuthenticatedEvent } from "./authenticate.ts";

/** Further access rules of an endpoint; throws when the caller has no access. */
export type RequireAccess = (caller: Caller) => void;

/**
 * The organization is not suspended, and spec 7.1: the key has one of the sufficient permissions, and its user has
 * access.
 */
export function authorize(
	{ permissions, sessions }: Endpoint,
	requireAccess: RequireAccess,
): MiddlewareObj<AuthenticatedEvent> {
	return {
		before: ({ event: { caller } }) => {
			if (caller.isSuspended) throw suspendedOrganization();
			const isAllowed = caller.session !== null && sessions === "always";
			if (permissions.length > 0 && !isAllowed)
				requirePermission(caller, ...permissions);
			requireAccess(caller);
		},
	};
}

/**
 * The key or the person has one of the sufficient permissions. Operations that need one in addition to the endpoint's own call it
 * too.
 */
export function requirePermission(
	{ permissions, session }: Caller,
	...sufficient: readonly Permission[]
) {
	if (sufficient.some((permission) => permissions.includes(permission))) return;
	throw insufficientPermissions(sufficient, session !== null);
}

/** Console W1: of a session, the person proved a short while ago who they are. An API key proves itself each time. */
export function requireRecentSignIn({ session }: Caller, now: Date) {
	if (session === null) return;
	const seconds = secondsBetween(new Date(session.authenticatedAt), now);
	if (seconds > recentSignInSeconds) throw reauthenticationRequired();
}

/** For endpoints that inactive users may call as well. */
export const allowAnyUser: RequireAccess = () => {};

export const requireActiveUser: RequireAccess = ({ user }) => {
	if (!user.active) throw inactiveUser();
};
