import { toUtc } from "../../dates/to-utc.ts";
import type { Caller } from "../organization.ts";

/** C3: the API key of a request. */
export const toKeyRecord = ({
	keyId,
	organization,
	user,
	permissions,
	expiresAt,
}: Caller) => ({
	keyId,
	organizationId: organization.id,
	organizationName: organization.name,
	userId: user.id,
	userName: user.name,
	role: user.role,
	active: user.active,
	permissions,
	expiresAt: expiresAt === null ? null : toUtc(expiresAt),
});
