import type { Answer } from "../../support/world.ts";

/** The 409 of a repeated idempotency key, which has no code. */
export const isRepeated = ({ status, body }: Answer) =>
	status === 409 && typeof body.error === "string";
