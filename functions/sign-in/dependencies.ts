import type { Table } from "../../shared/dynamodb/table.ts";
import type { SignInSettings } from "../../shared/environment/config.ts";
import type { ApiError } from "../../shared/errors/api-error.ts";
import type { PageRuntime } from "../../shared/http/page-handler.ts";
import type { ReadSecret } from "./issuer/client-secret.ts";
import type { Issuer } from "./issuer/issuer.ts";

export interface SignInDependencies extends PageRuntime {
	table: Table;
	settings: SignInSettings;
	readSecret: ReadSecret;
}

export interface RoutedDependencies extends SignInDependencies {
	issuer: Issuer;
	refuse: Refuse;
}

/**
 * Logs why a sign-in is refused, and returns the error that the person gets.
 *
 * @param reason Has no text of the browser or the issuer: it could be a secret.
 */
export type Refuse = (reason: string, error: ApiError) => ApiError;
