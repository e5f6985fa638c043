import { type Stack, Validations } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import {
	CfnFunction,
	Function as LambdaFunction,
} from "aws-cdk-lib/aws-lambda";

/**
 * Makes Lambda send traces of every function's invocations to AWS X-Ray, which show how long they waited, started and
 * ran.
 */
export function traceFunctions(stack: Stack) {
	for (const one of stack.node.findAll()) {
		if (!(one instanceof LambdaFunction)) continue;
		const { defaultChild } = one.node;
		if (!(defaultChild instanceof CfnFunction)) continue;
		defaultChild.tracingConfig = { mode: "Active" };
		one.addToRolePolicy(
			new PolicyStatement({
				actions: ["xray:PutTraceSegments", "xray:PutTelemetryRecords"],
				// X-Ray has no resources for these actions.
				resources: ["*"],
			}),
		);
		if (one.role)
			Validations.of(one.role).acknowledge({
				id: "AwsSolutions::AwsSolutions-IAM5[Resource::*]",
				reason: "X-Ray has no resources for the actions that send traces.",
			});
	}
}
