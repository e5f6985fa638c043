import type { ClientContext } from "../client-context.ts";
import type { Attempt } from "../generated/openapi.ts";
import { NotFoundError } from "../http/errors.ts";
import { type CallOptions, call } from "../operations/call.ts";

/**
 * Reads the outcome of the request with this idempotency key, as far as the service knows it now.
 *
 * @returns Undefined when no request has claimed the key within 24 hours. One may still be on its way, so that the same
 *   content must not be sent under another key.
 */
export async function findAttempt(
	context: ClientContext,
	operation: Attempt["operation"],
	idempotencyKey: string,
	options?: CallOptions,
): Promise<Attempt | undefined> {
	try {
		return await call<"getMarkAsPaidAttempt">(
			context,
			{
				method: "GET",
				path: `/v1.0/attempt/${operation}`,
				headers: { "x-idempotency-key": idempotencyKey },
			},
			options,
		);
	} catch (error) {
		if (error instanceof NotFoundError && error.code === "ATTEMPT_NOT_FOUND")
			return undefined;
		throw error;
	}
}
