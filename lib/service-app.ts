import { App, type AppProps, Validations } from "aws-cdk-lib";
import { CURRENTLY_RECOMMENDED_FLAGS } from "aws-cdk-lib/cx-api";
import { AwsSolutionsChecks } from "cdk-nag";
import { ServiceStack } from "./service-stack.ts";
import { toStage } from "./stage.ts";

const defaultStage = "dev";

/** Settings of the CDK's command line, so that the stack is the same without it. */
const context = {
	// A new project has all of these flags on; without them, every `cdk synth` warns.
	...CURRENTLY_RECOMMENDED_FLAGS,
	// Adds `aws:asset:path` to the template: the local stack finds each function's bundle by it.
	"aws:cdk:enable-asset-metadata": true,
	"aws:cdk:enable-path-metadata": false,
};

/** The CDK app of one stage: the one named, else that of the command line's `-c stage=<name>`, else `dev`. */
export function serviceApp(props: AppProps = {}, stage?: string): App {
	const app = uncheckedApp(props, stage);
	Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
	return app;
}

/** The same app, but its synthesis does not check the rules of cdk-nag, which takes longer than the template. */
export function uncheckedApp(props: AppProps, stage?: string): App {
	const app = new App({
		...props,
		context,
		analyticsReporting: false,
	});
	const stageName = stage ?? app.node.tryGetContext("stage") ?? defaultStage;
	new ServiceStack(app, toStage(String(stageName)));
	return app;
}
