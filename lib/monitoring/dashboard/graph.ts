import {
	GraphWidget,
	type GraphWidgetProps,
	LegendPosition,
} from "aws-cdk-lib/aws-cloudwatch";

/** A quarter of a row. */
const width = 6;
const height = 5;

export const graph = (title: string, props: GraphWidgetProps): GraphWidget =>
	new GraphWidget({
		title,
		width,
		height,
		legendPosition: LegendPosition.BOTTOM,
		// None of the metrics is ever negative.
		leftYAxis: { min: 0 },
		...props,
	});

/** A line at an alarm's threshold. */
export const alarmLine = (value: number) => ({ value, label: "alarm" });
