import { createSender } from "../../../client/src/http/send-once.ts";
import { createRetryingSender } from "../../../client/src/http/send-repeatedly.ts";
import { systemTiming } from "../../../client/src/timing.ts";

export interface OwnOrganization {
	id: string;
	name: string;
}

/** Signing in has routes of its own, which belong to no organization. */
const send = createRetryingSender(
	createSender({
		url: location.origin,
		credential: { "x-requested-with": "console" },
		fetch: (...request) => fetch(...request),
		timeoutMs: 35_000,
	}),
	{ timing: systemTiming(), maxRetries: 3 },
);

/** The organizations of the person who is signed in, by name. */
export async function readOrganizations(
	signal?: AbortSignal,
): Promise<readonly OwnOrganization[]> {
	const { body } = await send(
		{ method: "GET", path: "/console/organizations" },
		signal,
	);
	// Unchecked cast: this is what the route answers.
	return (body.data as { items: OwnOrganization[] }).items;
}

/** The address of an organization's pages. */
export const pagesOf = (id: string) => `/console/org/${encodeURIComponent(id)}`;
