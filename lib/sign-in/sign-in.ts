import type { Stack } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { serviceFunction } from "../service-function.ts";
import type { SignInSetting } from "./settings.ts";

export interface SignIn {
	handler: LambdaFunction;
	/** Tells the function where the console is, which is known once its routes are. */
	serveAt(url: string): void;
}

/** The function of signing in, of a stage that has the console. */
export function signIn(
	stack: Stack,
	{ table, setting }: { table: Table; setting: SignInSetting | undefined },
): SignIn | undefined {
	if (setting === undefined) return undefined;
	const handler = serviceFunction(stack, {
		name: "sign-in",
		table,
		tableActions: [
			"GetItem", // the session
			"Query", // what is stored under a person's email
			"BatchGetItem", // the person's users and organizations
			"PutItem", // a new session
			"UpdateItem", // a session that is renewed, the account of a person
			"DeleteItem", // a session that is ended
		],
	});
	return {
		handler,
		serveAt(url) {
			const settings = { ...setting, redirectUri: `${url}/console/signed-in` };
			handler.addEnvironment("SIGN_IN", JSON.stringify(settings));
		},
	};
}
