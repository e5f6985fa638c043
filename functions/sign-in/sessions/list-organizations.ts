import { inGroups } from "../../../shared/collections/in-groups.ts";
import { succeeded } from "../../../shared/http/response.ts";
import { findSessionCaller } from "../../../shared/sessions/sessions.store.ts";
import { sessionRoute } from "./session-route.ts";

const readsAtOnce = 10;

/** `GET /console/organizations`: the organizations of which this person is an active user, ordered by name. */
export const listOrganizationsRoute = sessionRoute(
	"console-organization-list",
	async ({ table, session: { email, users } }) => {
		const items: { id: string; name: string }[] = [];
		for (const group of inGroups(users, readsAtOnce)) {
			const found = await Promise.all(
				group.map((user) => findSessionCaller(table, email, user)),
			);
			for (const caller of found)
				if (caller) {
					const { id, name } = caller.organization;
					items.push({ id, name });
				}
		}
		items.sort((one, other) => one.name.localeCompare(other.name, "en"));
		return succeeded({ items });
	},
);
