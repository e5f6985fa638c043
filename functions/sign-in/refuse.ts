import type { ApiError } from "../../shared/errors/api-error.ts";

/**
 * Logs why a sign-in is refused, and returns the error that the person gets.
 *
 * @param reason Has no text of the browser or the issuer: it could be a secret.
 */
export type Refuse = (reason: string, error: ApiError) => ApiError;
