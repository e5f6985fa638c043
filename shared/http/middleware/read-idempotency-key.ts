import type { MiddlewareObj } from "@middy/core";
import { findKeyFault } from "../../attempts/idempotency-key.ts";
import { IdempotencyKeyRejection, idempotencyKeyRequired } from "../errors.ts";
import type { AuthenticatedEvent } from "./authenticate.ts";

export type IdempotencyKeyUse = "required" | "optional" | "unused";

export type IdempotencyEvent = AuthenticatedEvent & {
	/** null when none was sent, or the endpoint does not use one. */
	idempotencyKey: string | null;
	/** The id of the request's attempt, for its log line. Set by the pipeline. */
	attemptId?: string;
};

/** Spec 5, "Idempotency key", 2 and 3. Sets `idempotencyKey` on the event. */
export function readIdempotencyKey(
	use: IdempotencyKeyUse,
): MiddlewareObj<IdempotencyEvent> {
	return {
		before: ({ event }) => {
			event.idempotencyKey = null;
			if (use === "unused") return;

			const key = event.headers["x-idempotency-key"];
			if (key === undefined) {
				if (use === "required") throw idempotencyKeyRequired();
				return;
			}
			event.idempotencyKey = requireWellFormed(key);
		},
	};
}

function requireWellFormed(key: string): string {
	const fault = findKeyFault(key);
	if (fault === undefined) return key;
	throw new IdempotencyKeyRejection(
		400,
		`The header x-idempotency-key ${fault}: send a text such as a UUID`,
	);
}
