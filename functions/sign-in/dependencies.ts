import type { Table } from "../../shared/dynamodb/table.ts";
import type { SignInSettings } from "../../shared/environment/config.ts";
import type { PageRuntime } from "../../shared/http/page-handler.ts";
import type { ReadSecret } from "./issuer/client-secret.ts";
import type { Issuer } from "./issuer/issuer.ts";
import type { Refuse } from "./refuse.ts";

export interface SignInDependencies extends PageRuntime {
	table: Table;
	settings: SignInSettings;
	readSecret: ReadSecret;
}

export interface RoutedDependencies extends SignInDependencies {
	issuer: Issuer;
	refuse: Refuse;
}
