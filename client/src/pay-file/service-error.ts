import type { ClientContext } from "../client-context.ts";
import type { ApiRequest } from "../http/api-request.ts";
import { ApiError, NoAnswerError, NotFoundError } from "../http/errors.ts";

/** The service cannot be used now, or not with this API key. The run stops; it can be run again. */
export class ServiceError extends Error {
	override name = "ServiceError";
}

/** Reads that fail stop the run, with an error that names the request. A record that does not exist is no failure. */
export const stoppingOnFailure = (context: ClientContext): ClientContext => ({
	...context,
	sendRepeatedly: (request, signal) =>
		context.sendRepeatedly(request, signal).catch((error: unknown) => {
			throw toServiceError(error, request);
		}),
});

function toServiceError(error: unknown, { method, path }: ApiRequest): unknown {
	// A 404 without a code is the gateway's: the URL is wrong.
	if (isRecordNotFound(error)) return error;
	if (error instanceof ApiError)
		return new ServiceError(`${method} ${path}: ${error.message}`, {
			cause: error,
		});
	if (error instanceof NoAnswerError)
		return new ServiceError(error.message, { cause: error });
	return error;
}

export const isRecordNotFound = (error: unknown) =>
	error instanceof NotFoundError && error.code !== null;
