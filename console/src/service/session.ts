import { signal } from "@preact/signals";
import type {
	Key,
	Organization,
} from "../../../client/src/generated/openapi.ts";
import { viewer } from "../parts/viewer.ts";
import { type Client, connect } from "./client.ts";
import { pagesOf } from "./organizations.ts";

export type Permission = Key["permissions"][number];

/** Who is signed in, and the organization whose pages are shown. */
export interface Session {
	client: Client;
	organization: Organization;
	userId: string;
	userName: string;
	role: Key["role"];
	permissions: ReadonlySet<Permission>;
	names: ReadonlyMap<string, string>;
	/** The pages' address up to the organization, such as `/console/org/demo`. */
	base: string;
}

const current = signal<Session | undefined>(undefined);

export function setSession(session: Session) {
	const { userId, names, organization } = session;
	viewer.value = { userId, names, timeZone: organization.timezone };
	current.value = session;
}

/** @throws Outside of the pages, which are shown only to a person who has signed in. */
export function useSession(): Session {
	if (!current.value) throw new Error("Nobody is signed in");
	return current.value;
}

export async function openSession(organizationId: string): Promise<Session> {
	const client = connect(organizationId);
	const [key, organization, names] = await Promise.all([
		client.getKey(),
		client.getOrganization(),
		readNames(client),
	]);
	return {
		client,
		organization,
		userId: key.userId,
		userName: key.userName ?? key.userId,
		role: key.role,
		permissions: new Set(key.permissions),
		names,
		base: pagesOf(organizationId),
	};
}

async function readNames(client: Client): Promise<Map<string, string>> {
	const names = new Map<string, string>();
	for await (const { id, name } of client.listUsers({ limit: 100 }))
		names.set(id, name);
	return names;
}

export const may = (session: Session, ...permissions: Permission[]): boolean =>
	permissions.some((one) => session.permissions.has(one));

/** Advances are for admins and bookkeepers of organizations that have them (spec 4.3 rule 10). */
export const mayRaiseAdvances = (session: Session): boolean =>
	may(session, "payments:request") &&
	session.organization.features.vendorAdvances &&
	(session.role === "ADMIN" || session.role === "BOOKKEEPER");
