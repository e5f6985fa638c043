import {
	type IWidget,
	MathExpression,
	TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import {
	type AlarmDefinition,
	failuresRow,
	fiveMinutes,
	type Monitored,
	serviceMetric,
} from "./metrics.ts";

/** Fewer failed sign-ins are single failures, after which a person tries again. */
const failedSignIns = 3;

/**
 * Only a stage with the console has this alarm. Sign-ins are so few among all requests that `ApiServerErrors` would not
 * notice when all of them fail.
 */
export function signInAlarms(
	scope: Construct,
	{ signIn }: Monitored,
): AlarmDefinition[] {
	if (!signIn) return [];
	return [
		{
			id: "SignInFailures",
			description: `${failedSignIns} sign-ins to the console failed in five minutes, through no fault of the people. Open sessions and API keys go on.`,
			metric: new MathExpression({
				expression: "FILL(failures, 0) + FILL(crashes, 0)",
				usingMetrics: {
					failures: serviceMetric(scope, "SignInFailures", {
						statistic: "Sum",
					}),
					// Invocations that ran out of time are among them.
					crashes: signIn.metricErrors({ statistic: "Sum" }),
				},
				label: "failed sign-ins",
				period: fiveMinutes,
			}),
			threshold: failedSignIns,
			periods: 1,
			// Emitted with invocations and failures: without them nothing fails.
			missingData: TreatMissingData.NOT_BREACHING,
		},
	];
}

/** The row of graphs about signing in, for a stage with the console. */
export const signInRow = (scope: Construct, signIn: IFunction): IWidget[] =>
	failuresRow(scope, signIn, {
		metricName: "SignInFailures",
		label: "failed",
		threshold: failedSignIns,
		titles: {
			failures: "Sign-ins: failed",
			requests: "Sign-ins: requests and errors",
		},
	});
