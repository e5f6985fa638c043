import type { ClientContext } from "../client-context.ts";
import type { ApiRequest } from "../http/send-once.ts";
import type { Data, Item, OperationId, Query } from "./operation-types.ts";

/** Options of every call. */
export interface CallOptions {
	signal?: AbortSignal | undefined;
}

/** Calls an operation and returns the `data` of its answer. */
export async function call<Id extends OperationId>(
	{ sendRepeatedly }: ClientContext,
	request: ApiRequest,
	{ signal }: CallOptions = {},
): Promise<Data<Id>> {
	const answer = await sendRepeatedly(request, signal);
	// Unchecked cast: the OpenAPI document gives the answer this shape.
	return answer.body.data as Data<Id>;
}

/** Reads a list from page to page. */
export const list = <Id extends OperationId>(
	{ sendRepeatedly }: ClientContext,
	path: string,
	query: Query<Id> & { cursor?: string },
	{ signal }: CallOptions = {},
): AsyncGenerator<Item<Id>, void, undefined> =>
	iteratePages(async (cursor) => {
		const page = { ...query, ...(cursor !== undefined && { cursor }) };
		const answer = await sendRepeatedly(
			{ method: "GET", path, query: page },
			signal,
		);
		// Unchecked cast: the OpenAPI document gives the answer this shape.
		return answer.body.data as { items: Item<Id>[]; nextCursor: string | null };
	}, query.cursor);

interface Page<Listed> {
	items: Listed[];
	nextCursor: string | null;
}

/** Yields the items of all pages. A page may be empty before the end. */
async function* iteratePages<Listed>(
	readPage: (cursor: string | undefined) => Promise<Page<Listed>>,
	firstCursor: string | undefined,
): AsyncGenerator<Listed, void, undefined> {
	let cursor = firstCursor;
	do {
		const { items, nextCursor } = await readPage(cursor);
		yield* items;
		cursor = nextCursor ?? undefined;
	} while (cursor !== undefined);
}
