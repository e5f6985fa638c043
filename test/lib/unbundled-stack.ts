import type { AppProps } from "aws-cdk-lib";
import { uncheckedApp } from "../../lib/service-app.ts";
import { ServiceStack } from "../../lib/service-stack.ts";

/** The settings of a stage that sends mails and events, as the local stack's does. */
export const allNotifications = (stage = "dev"): Record<string, unknown> => ({
	[`mailSender:${stage}`]: "approvals@acme.example",
	[`events:${stage}`]: true,
	[`eventFeed:${stage}`]: true,
});

/** A setting with which a stage has the console. */
export const signInWithIssuer = (stage = "dev"): Record<string, unknown> => ({
	[`signIn:${stage}`]: {
		issuer: "https://login.acme.example",
		clientId: "console",
	},
});

/** The settings that add resources to a stage. */
export const everySetting = (stage: string): Record<string, unknown> => ({
	...allNotifications(stage),
	[`domain:${stage}`]: "api.acme.example",
	[`certificateArn:${stage}`]:
		"arn:aws:acm:ap-south-1:123456789012:certificate/1a",
	[`canary:${stage}`]: true,
	[`alarmEmail:${stage}`]: "oncall@acme.example",
	...signInWithIssuer(stage),
});

/**
 * The properties of an app whose functions are not bundled.
 *
 * @param context What the command line reads from `cdk.json`.
 */
export const withoutBundles = (context: Record<string, unknown>): AppProps => ({
	builtinCloudFormationValidation: false,
	treeMetadata: false,
	postCliContext: { ...context, "aws:cdk:bundling-stacks": [] },
});

/** The stack of a stage; for its template, since its functions are not bundled. */
export function unbundledStack(
	stage = "dev",
	context: Record<string, unknown> = {},
): ServiceStack {
	const app = uncheckedApp(withoutBundles(context), stage);
	const stack = app.node.children.find((one) => one instanceof ServiceStack);
	if (!stack) throw new Error("The app has no stack");
	return stack;
}
