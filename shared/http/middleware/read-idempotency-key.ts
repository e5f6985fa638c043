import type { MiddlewareObj } from "@middy/core";
import {
	IdempotencyKeyRejection,
	idempotencyKeyRequired,
} from "../api-error.ts";
import type { AuthenticatedEvent } from "./authenticate.ts";

const keyMaxBytes = 256;
// biome-ignore lint/suspicious/noControlCharactersInRegex: spec 5 names them
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

export type IdempotencyKeyUse = "required" | "optional" | "unused";

export type IdempotencyEvent = AuthenticatedEvent & {
	/** null: none was sent, or the endpoint has no use for it. */
	idempotencyKey: string | null;
};

/** Spec 5, "Idempotency key", 2 and 3. Leaves the key on the event. */
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
	if (key === "") throw malformed("must not be empty");
	if (Buffer.byteLength(key) > keyMaxBytes) {
		throw malformed(`must not be longer than ${keyMaxBytes} bytes`);
	}
	if (controlCharacter.test(key)) {
		throw malformed("must not contain control characters");
	}
	return key;
}

const malformed = (reason: string) =>
	new IdempotencyKeyRejection(400, `The header x-idempotency-key ${reason}`);
