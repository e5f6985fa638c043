import type { MiddlewareObj } from "@middy/core";
import { findKeyFault } from "../../attempts/idempotency-key.ts";
import type { Endpoint } from "../../endpoints/endpoint.ts";
import { idempotencyKeyRequired, MalformedKeyError } from "../errors.ts";
import type { AuthenticatedEvent } from "./authenticate.ts";

export type IdempotencyEvent = AuthenticatedEvent & {
	/** null when none was sent, or the endpoint does not use one. */
	idempotencyKey: string | null;
};

/** Spec 5, "Idempotency key", 2 and 3. Sets `idempotencyKey` on the event. */
export function readIdempotencyKey(
	use: Endpoint["idempotencyKey"],
): MiddlewareObj<IdempotencyEvent> {
	return {
		before: ({ event }) => {
			event.idempotencyKey = null;
			if (use === undefined) return;

			const key = event.headers["x-idempotency-key"];
			if (key === undefined) {
				if (use !== "optional") throw idempotencyKeyRequired();
				return;
			}
			event.idempotencyKey = requireWellFormed(key);
		},
	};
}

function requireWellFormed(key: string): string {
	const fault = findKeyFault(key);
	if (fault === undefined) return key;
	throw new MalformedKeyError(
		`The header x-idempotency-key ${fault}: send a text such as a UUID`,
	);
}
