import { toContext } from "../../../client/src/client-options.ts";
import { ApprovalsClient } from "../../../client/src/operations/approvals-client.ts";
import { exactFetch } from "./exact-fetch.ts";

export type Client = ApprovalsClient;

/** The client of a person who has signed in, in one organization. */
export const connect = (organization: string): Client =>
	new ApprovalsClient(
		toContext({
			url: location.origin,
			session: { organization },
			fetch: exactFetch,
			// `exactFetch` has the limit of each request; a person may take longer to sign in again.
			timeoutMs: 2_000_000_000,
			maxRetries: 3,
		}),
	);
