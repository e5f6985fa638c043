import type { ClientContext } from "../client-context.ts";
import { type CallOptions, call } from "./call.ts";
import type { Data, Query } from "./operation-types.ts";

/** Reads the event feed from a cursor to its present end. */
export async function* listChanges(
	context: ClientContext,
	query: Query<"listEvents"> & { cursor?: string },
	options?: CallOptions,
): AsyncGenerator<Data<"listEvents">, void, undefined> {
	let { cursor } = query;
	for (;;) {
		const request = {
			method: "GET",
			path: "/v1.0/event",
			query: { ...query, ...(cursor !== undefined && { cursor }) },
		} as const;
		const page = await call<"listEvents">(context, request, options);
		const { items, nextCursor } = page;
		if (items.length === 0 && nextCursor === cursor) return;
		yield page;
		cursor = nextCursor;
	}
}
