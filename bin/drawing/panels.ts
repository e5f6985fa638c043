/** The part of a dashboard's body that is drawn. */
export interface DashboardBody {
	widgets: Widget[];
}

interface Widget {
	type: "alarm" | "metric" | "text";
	x: number;
	y: number;
	width: number;
	height: number;
	properties: {
		title?: string;
		markdown?: string;
		alarms?: string[];
		metrics?: Row[];
		annotations?: { horizontal?: { value: number }[] };
	};
}

/** Namespace, name, dimensions and options; or an expression. */
type Row = (string | Options)[];

interface Options {
	id?: string;
	label?: string;
	expression?: string;
	visible?: boolean;
}

/** A box of the picture, in the dashboard's columns and rows. */
export interface Panel {
	x: number;
	y: number;
	width: number;
	height: number;
	title: string;
	lines: PanelLine[];
}

export interface PanelLine {
	label: string;
	/** Names of the metrics behind it. */
	metrics: string[];
	/** Whether the line has a colour of its own in the graph. */
	isSeries: boolean;
}

export const toPanels = ({ widgets }: DashboardBody): Panel[] =>
	widgets.map(({ x, y, width, height, properties }) => {
		const { markdown, alarms } = properties;
		const [heading = "", ...text] = markdown?.split("\n") ?? [];
		return {
			x,
			y,
			width,
			height,
			title: properties.title ?? heading.replace(/^# /, ""),
			lines: markdown
				? text.map(toText)
				: alarms
					? [toText(alarms.map(toAlarmName).join(", "))]
					: toSeries(properties),
		};
	});

const toText = (text: string): PanelLine => ({
	label: text.replaceAll("`", ""),
	metrics: [],
	isSeries: false,
});

/** The logical id without what the CDK appends. */
const toAlarmName = (id: string) => id.replace(/Alarm[0-9A-F]{8}$/, "");

function toSeries({
	metrics = [],
	annotations,
}: Widget["properties"]): PanelLine[] {
	const names = new Map<string, string>();
	for (const row of metrics) {
		const { id } = optionsOf(row);
		if (id !== undefined && typeof row[1] === "string") names.set(id, row[1]);
	}
	const series = metrics
		.filter((row) => optionsOf(row).visible !== false)
		.map((row) => toLine(row, names));
	const limits = annotations?.horizontal ?? [];
	return [...series, ...limits.map(({ value }) => toText(`alarm at ${value}`))];
}

function toLine(row: Row, names: ReadonlyMap<string, string>): PanelLine {
	const { label, expression } = optionsOf(row);
	const metrics =
		expression === undefined ? [`${row[1]}`] : namesIn(expression, names);
	const [, dimension] = /,(\w+),service}/.exec(expression ?? "") ?? [];
	return {
		label: label || `each ${dimension ?? "value"}`,
		metrics,
		isSeries: true,
	};
}

const optionsOf = (row: Row): Options => {
	const last = row.at(-1);
	return typeof last === "object" ? last : {};
};

/** Of an expression over other rows, or of a search. */
function namesIn(
	expression: string,
	names: ReadonlyMap<string, string>,
): string[] {
	const searched = [...expression.matchAll(/MetricName="(\w+)"/g)];
	const ids = [...expression.matchAll(/\w+/g)];
	const found = [
		...searched.map(([, name = ""]) => name),
		...ids.flatMap(([id]) => names.get(id) ?? []),
	];
	return [...new Set(found)];
}
