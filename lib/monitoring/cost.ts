import { Stack } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import {
	type IMetric,
	type IWidget,
	MathExpression,
	Metric,
} from "aws-cdk-lib/aws-cloudwatch";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Topic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import {
	graph,
	type LoggedFunction,
	type Monitored,
	oneHour,
	operationMetric,
} from "./metrics.ts";
import { dollars } from "./prices.ts";
import { indexMetric, tableMetric } from "./table.ts";

/** A request leads to one invocation. */
const perRequest = dollars.httpRequest + dollars.invocation;
/** Functions have 1,024 MB. */
const perMillisecond = dollars.gigabyteSecond / 1_000;

/** What the stage costs by its use; storage, alarms and this dashboard cost the same every hour. */
export function costRow(scope: Construct, monitored: Monitored): IWidget[] {
	const { api, accessLogs, functions, table } = monitored;
	const writes = tableMetric(table, "ConsumedWriteCapacityUnits");
	const indexWrites = indexMetric(table, "ConsumedWriteCapacityUnits");
	const reads = tableMetric(table, "ConsumedReadCapacityUnits");
	const groups = [accessLogs, ...functions.map(({ logGroup }) => logGroup)];
	const durations = functions.map(toDuration);
	const logBytes = groups.map(({ logGroupName }) =>
		awsMetric("AWS/Logs", "IncomingBytes", { LogGroupName: logGroupName }),
	);
	return [
		graph("Cost: dollars an hour, by driver", {
			width: 12,
			stacked: true,
			left: [
				cost("writes", dollars.writeUnit, [writes, indexWrites]),
				cost("reads", dollars.readUnit, [reads]),
				cost("requests", perRequest, [api.metricCount({ statistic: "Sum" })]),
				cost("functions", perMillisecond, durations),
				cost("logs", dollars.logByte, logBytes),
			],
		}),
		graph("Cost: write units for each payment", {
			left: [
				new MathExpression({
					expression: "units / (FILL(direct, 0) + FILL(batched, 0))",
					usingMetrics: {
						units: writes,
						direct: operationMetric(scope, "PaymentsRecorded", "mark-as-paid"),
						batched: operationMetric(
							scope,
							"PaymentsRecorded",
							"payment-worker",
						),
					},
					label: "units",
					period: oneHour,
				}),
			],
		}),
		graph("Cost: bytes of logs", {
			left: [sum("logs", "bytes an hour", logBytes)],
		}),
	];
}

/**
 * Notifies the subscribers of the alarms when the account's costs of this month reach 80 or 100 % of the limit, or are
 * forecast to exceed it. The budget is for the account, not the stage: a budget by tags counts nothing until the tags
 * are activated for billing.
 */
export function monthlyBudget(
	scope: Construct,
	topic: Topic,
	limitDollars: number,
) {
	const { account } = Stack.of(scope);
	const publishGrant = topic.grantPublish(
		new ServicePrincipal("budgets.amazonaws.com", {
			conditions: { StringEquals: { "aws:SourceAccount": account } },
		}),
	);
	const notifyAt = (
		notificationType: "ACTUAL" | "FORECASTED",
		percent: number,
	) => ({
		notification: {
			notificationType,
			threshold: percent,
			comparisonOperator: "GREATER_THAN",
		},
		subscribers: [{ subscriptionType: "SNS", address: topic.topicArn }],
	});
	const budget = new CfnBudget(scope, "Budget", {
		budget: {
			budgetType: "COST",
			timeUnit: "MONTHLY",
			budgetLimit: { amount: limitDollars, unit: "USD" },
		},
		notificationsWithSubscribers: [
			notifyAt("ACTUAL", 80),
			notifyAt("ACTUAL", 100),
			notifyAt("FORECASTED", 100),
		],
	});
	// Budgets refuses a topic that it may not publish to.
	publishGrant.applyBefore(budget);
}

const cost = (
	name: string,
	price: number,
	metrics: readonly IMetric[],
): MathExpression => sum(name, name, metrics, ` * ${toDecimal(price)}`);

/** Expressions know no exponents. */
const toDecimal = (price: number) => price.toFixed(12).replace(/0+$/, "");

function sum(
	id: string,
	label: string,
	metrics: readonly IMetric[],
	factor = "",
): MathExpression {
	const named = metrics.map((metric, index) => [`${id}${index}`, metric]);
	const usingMetrics: Record<string, IMetric> = Object.fromEntries(named);
	const filled = Object.keys(usingMetrics).map((one) => `FILL(${one}, 0)`);
	return new MathExpression({
		expression: `(${filled.join(" + ")})${factor}`,
		usingMetrics,
		label,
		period: oneHour,
	});
}

const toDuration = (one: LoggedFunction): IMetric =>
	one.metricDuration({ statistic: "Sum" });

const awsMetric = (
	namespace: string,
	metricName: string,
	dimensionsMap: Record<string, string>,
) => new Metric({ namespace, metricName, dimensionsMap, statistic: "Sum" });
