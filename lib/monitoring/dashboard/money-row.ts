import type { IWidget } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { eachValue, operationMetric } from "../service-metrics.ts";
import { graph } from "./graph.ts";

const payingOperations = ["mark-as-paid", "payment-worker"] as const;

export function moneyRow(scope: Construct): IWidget[] {
	const ofOperations = (metric: "PaymentsRecorded" | "AmountRecorded") =>
		payingOperations.map((one) => operationMetric(scope, metric, one));
	return [
		graph("Money: payments recorded", {
			left: ofOperations("PaymentsRecorded"),
			stacked: true,
		}),
		graph("Money: amount recorded, all currencies", {
			left: ofOperations("AmountRecorded"),
			stacked: true,
		}),
		graph("Money: payments refused, by reason", {
			left: [eachValue(scope, "PaymentsRefused")],
			stacked: true,
		}),
		graph("Records created, by operation", {
			left: [eachValue(scope, "RecordsCreated")],
			stacked: true,
		}),
	];
}
