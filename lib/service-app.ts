import { App, Validations } from "aws-cdk-lib";
import type { CloudAssembly } from "aws-cdk-lib/cx-api";
import { AwsSolutionsChecks } from "cdk-nag";
import { ServiceStack } from "./service-stack.ts";

export const defaultStage = "dev";

/** What the CDK command line sets when it runs the app, set here so that it is the same without it. */
const context = {
	// `aws:asset:path` in the template tells which bundle belongs to which function.
	"aws:cdk:enable-asset-metadata": true,
	"aws:cdk:enable-path-metadata": false,
};

/** The CDK app of one stage; the command line says where it goes (`outdir` absent). */
export function serviceApp({
	stage,
	outdir,
}: {
	stage?: string;
	outdir?: string;
} = {}): App {
	const app = new App({
		...(outdir && { outdir }),
		postCliContext: context,
		analyticsReporting: false,
	});
	new ServiceStack(
		app,
		stage ?? app.node.tryGetContext("stage") ?? defaultStage,
	);
	Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
	return app;
}

/**
 * Writes the templates and the bundled functions of a stage into a directory, as `cdk synth` does.
 *
 * @param outdir A directory that is created when absent.
 */
export function synthesize({
	stage,
	outdir,
}: {
	stage?: string;
	outdir: string;
}): CloudAssembly {
	return serviceApp({ ...(stage && { stage }), outdir }).synth();
}
