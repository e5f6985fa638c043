import type { MiddlewareObj } from "@middy/core";
import type { BegunEvent } from "./begin-request.ts";
import type { IdempotencyEvent } from "./read-idempotency-key.ts";

export type ValidatedEvent<Input> = BegunEvent & { input: Validated<Input> };

/** The input of a valid request, or the caller's error. */
export type Validated<Input> = { value: Input } | { error: unknown };

/** Parses and validates a request (with AJV, if it has a body); throws the caller's error. */
export type Parse<Input> = (event: IdempotencyEvent) => Input;

/**
 * Spec 7.1 `VALIDATION_ERROR`. Sets `input` on the event. `requireInput` throws the error after the idempotency key was
 * claimed, because a key is refused before any processing (ADR 5).
 */
export function validateBody<Input>(
	parse: Parse<Input>,
): MiddlewareObj<ValidatedEvent<Input>> {
	return {
		before: ({ event }) => {
			try {
				event.input = { value: parse(event) };
			} catch (error) {
				event.input = { error };
			}
		},
	};
}

/** @throws The error that the validation has found. */
export function requireInput<Input>({ input }: ValidatedEvent<Input>): Input {
	if ("error" in input) throw input.error;
	return input.value;
}
