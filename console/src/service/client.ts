import type { ClientContext } from "../../../client/src/client-context.ts";
import { toContext } from "../../../client/src/client-options.ts";
import { path as toPath } from "../../../client/src/http/path.ts";
import { ApprovalsClient } from "../../../client/src/operations/approvals-client.ts";
import type { CallOptions } from "../../../client/src/operations/call.ts";
import { exactFetch } from "./exact-fetch.ts";
import type { ItemOf, ListPart, ListPath } from "./list-types.ts";

/** The client of a person. It reads a list only as far as the person wants to see it. */
export class Client extends ApprovalsClient {
	/** Public here, for calls that only the pages of a section need. */
	declare readonly context: ClientContext;

	/** Reads one page of a list. */
	async readPage<Path extends ListPath>(
		path: Path,
		query: Readonly<Record<string, string | number>>,
		{ id = "", signal }: CallOptions & { id?: string | undefined } = {},
	): Promise<ListPart<ItemOf<Path>>> {
		const address = path.replace(/\{\w+\}/, toPath`${id}`);
		const request = { method: "GET", path: address, query } as const;
		const { body } = await this.context.sendRepeatedly(request, signal);
		// Unchecked cast: the OpenAPI document gives the answer this shape.
		return body.data as ListPart<ItemOf<Path>>;
	}
}

/** The client of a person who has signed in, in one organization. */
export const connect = (organization: string): Client =>
	new Client(
		toContext({
			url: location.origin,
			session: { organization },
			fetch: exactFetch,
			// `exactFetch` limits the time of each request, and a person may take much longer to sign in again.
			timeoutMs: 2_000_000_000,
			maxRetries: 3,
		}),
	);
