import type { Stack } from "aws-cdk-lib";
import type { CfnDashboard } from "aws-cdk-lib/aws-cloudwatch";
import { serviceApp } from "../../lib/service-app.ts";
import { type DashboardBody, toPanels } from "./panels.ts";
import { toSvg } from "./svg.ts";

const stage = "prod";
/** Shows the row of notifications too, which a stage without them does not have. */
const notifications = {
	[`mailSender:${stage}`]: "approvals@example.com",
	[`events:${stage}`]: true,
};

/** The layout of a stage's dashboard as SVG: where each graph is, and which metrics it shows. */
export function dashboardImage(): string {
	const app = serviceApp(
		// The functions are not part of the picture.
		{ postCliContext: { ...notifications, "aws:cdk:bundling-stacks": [] } },
		stage,
	);
	const stackName = `ProcurementPayments-${stage}`;
	// Unchecked casts: the app has this one stack, and a dashboard is its own L1 construct's parent.
	const stack = app.node.findChild(stackName) as Stack;
	const { defaultChild } = stack.node.findChild("Dashboard").node;
	const { dashboardBody } = defaultChild as CfnDashboard;
	const body = JSON.parse(joined(stack.resolve(dashboardBody)));
	return toSvg(toPanels(body as DashboardBody));
}

/** A text of the template, each reference in it as the logical id that it refers to. */
function joined(value: unknown): string {
	if (typeof value === "string") return value;
	const [[name, operands] = ["", ""]] = Object.entries(value ?? {});
	if (name === "Ref") return `${operands}`;
	if (!Array.isArray(operands)) throw new Error(`Unknown function ${name}`);
	// `Fn::Join` has a delimiter and parts, `Fn::GetAtt` a logical id and an attribute.
	if (name === "Fn::Join") return operands[1].map(joined).join(operands[0]);
	return `${operands[0]}`;
}
