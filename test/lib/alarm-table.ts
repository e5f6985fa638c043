import { Template } from "aws-cdk-lib/assertions";
import { readDocument } from "../docs/markdown.ts";
import { alarmsOf } from "./alarms.ts";
import { allNotifications, unbundledStack } from "./unbundled-stack.ts";

export const operationsPath = "docs/operations.md";
const begin = "<!-- Written by npm run generate from lib/monitoring -->\n\n";
const end = "\n\n<!-- End of what is generated -->";

const noDataWords: Record<string, string> = {
	notBreaching: "OK",
	breaching: "ALARM",
	ignore: "keeps its state",
};

/** `docs/operations.md` with the table of the alarms as the stack defines them. */
export function operationsPage(): string {
	const page = readDocument(operationsPath);
	const [before, rest = ""] = page.split(begin);
	const [, after] = rest.split(end);
	if (after === undefined)
		throw new Error(`${operationsPath} has no place for the table of alarms`);
	return `${before}${begin}${alarmTable()}${end}${after}`;
}

function alarmTable(): string {
	const stack = unbundledStack("prod", allNotifications("prod"));
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
