import { Template } from "aws-cdk-lib/assertions";
import { readDocument, withGenerated } from "../docs/markdown.ts";
import { alarmsOf } from "./alarms.ts";
import { allAlarms, unbundledStack } from "./unbundled-stack.ts";

export const operationsPath = "docs/operations.md";

const noDataWords: Record<string, string> = {
	notBreaching: "OK",
	breaching: "ALARM",
	ignore: "keeps its state",
};

/** `docs/operations.md` with the table of the alarms as the stack defines them. */
export const operationsPage = (): string =>
	withGenerated(readDocument(operationsPath), "lib/monitoring", alarmTable());

function alarmTable(): string {
	const stack = unbundledStack("prod", allAlarms("prod"));
	const rows = [...alarmsOf(Template.fromStack(stack))].map(
		([id, { AlarmDescription, TreatMissingData }]) => {
			const [meaning = ""] = AlarmDescription.split(" Runbook: ");
			return `| [${id}](#${id.toLowerCase()}) | ${meaning} | ${noDataWords[TreatMissingData]} |`;
		},
	);
	const header = [
		"| Alarm | Means, and how long there is | No data |",
		"|---|---|---|",
	];
	return [...header, ...rows].join("\n");
}
