import { CfnOutput, Duration, type Stack } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { serviceFunction } from "../service-function.ts";
import { clientSecret } from "./client-secret.ts";
import { cognitoClient } from "./cognito.ts";
import type { SignInSetting } from "./settings.ts";

/** Each answer of the issuer may take 5 s, and all of a sign-in together 8 s; time is left to answer with a page. */
const signInTimeout = Duration.seconds(15);

/**
 * While the issuer hangs, each sign-in takes as long as it may. The limit then refuses further sign-ins, so that they do
 * not use up the concurrency of the account.
 */
const signInsReserved = 20;

export interface SignIn {
	handler: LambdaFunction;
	/** Tells the function where the console is, which is known once its routes are. */
	serveAt(url: string): void;
}

/** The function of signing in, of a stage that has the console. */
export function signIn(
	stack: Stack,
	{
		table,
		setting,
		isEphemeral,
		isReserved,
	}: {
		table: Table;
		setting: SignInSetting | undefined;
		isEphemeral: boolean;
		/** Whether the function has a reserved share of the account's concurrency, which is also its limit. */
		isReserved: boolean;
	},
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
		writesSessions: true,
		timeout: signInTimeout,
		reservedConcurrency: isReserved ? signInsReserved : undefined,
	});
	if (setting !== "COGNITO") readClientSecret(stack, handler);
	return {
		handler,
		serveAt(url) {
			const redirectUri = `${url}/console/signed-in`;
			const client =
				setting === "COGNITO"
					? cognitoClient(stack, { url, isEphemeral })
					: setting;
			// `toJsonString` is needed because parts of the text are known only when it is deployed.
			handler.addEnvironment(
				"SIGN_IN",
				stack.toJsonString({ ...client, redirectUri }),
			);
			new CfnOutput(stack, "ConsoleUrl", { value: `${url}/console` });
			new CfnOutput(stack, "SignInRedirectUri", { value: redirectUri });
		},
	};
}

function readClientSecret(stack: Stack, handler: LambdaFunction) {
	const secret = clientSecret(stack);
	handler.addEnvironment("SIGN_IN_SECRET_ARN", secret.ref);
	handler.addToRolePolicy(
		new PolicyStatement({
			actions: ["secretsmanager:GetSecretValue"],
			resources: [secret.ref],
		}),
	);
	new CfnOutput(stack, "SignInSecretArn", { value: secret.ref });
}
