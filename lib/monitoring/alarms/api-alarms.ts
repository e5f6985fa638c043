import { MathExpression, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { AlarmDefinition } from "../alarm-definition.ts";
import type { Monitored } from "../monitored.ts";
import { fiveMinutes } from "../periods.ts";

/** Fewer are single failures: each caller retries, or asks for its attempt. */
const errorsMin = 3;

/**
 * An invocation that crashes, runs out of time or is throttled is a 5xx of the gateway: no function behind the API needs
 * an alarm of its own.
 */
export const apiAlarms = ({ api }: Monitored): AlarmDefinition[] => [
	{
		id: "ApiServerErrors",
		description: `At least 1 % of the requests of five minutes, and at least ${errorsMin}, were answered 5xx. Payments may have been recorded all the same.`,
		metric: new MathExpression({
			expression: `IF(FILL(errors, 0) >= ${errorsMin}, 100 * errors / requests, 0)`,
			usingMetrics: {
				errors: api.metricServerError({ statistic: "Sum" }),
				requests: api.metricCount({ statistic: "Sum" }),
			},
			label: "5xx in percent",
			period: fiveMinutes,
		}),
		threshold: 1,
		periods: 1,
		// Without requests there is no data, and no caller to fail.
		missingData: TreatMissingData.NOT_BREACHING,
	},
];
