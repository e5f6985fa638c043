import { connectTable } from "../../shared/dynamodb/table.ts";
import { systemClock } from "../../shared/environment/clock.ts";
import {
	signInSecretArn,
	signInSettings,
	tableName,
} from "../../shared/environment/config.ts";
import { newUlid } from "../../shared/environment/ids.ts";
import { connectObservers } from "../dependencies.ts";
import { signInEndpoint } from "./endpoint.ts";
import { connectClientSecret } from "./issuer/client-secret.ts";

export const handler = signInEndpoint({
	table: connectTable({ name: tableName() }),
	settings: signInSettings(),
	readSecret: connectClientSecret(signInSecretArn()),
	clock: systemClock,
	newId: newUlid,
	...connectObservers(),
});
