import { expect, it } from "vitest";
import { readDocument } from "../../docs/markdown.ts";

interface Statement {
	Action: string | string[];
	Resource: string | string[];
	Condition?: {
		ArnLike?: Record<string, string>;
		StringEquals?: Record<string, string>;
	};
}
const policy: { Statement: Statement[] } = JSON.parse(
	readDocument("docs/on-call-policy.json"),
);
/** What the operator on call types. Holding and releasing for a restore needs the operator's policy only. */
const pages = [
	readDocument("docs/operations.md"),
	readDocument("docs/operations/incidents.md"),
];

/** Commands that are not named after the action that they need. */
const otherActions: Record<string, string> = {
	"lambda:Invoke": "lambda:InvokeFunction",
};

/** `aws lambda get-account-settings` needs `lambda:GetAccountSettings`. */
function toAction(service: string, command: string): string {
	const name = command.replaceAll(/(?:^|-)(\w)/g, (_, letter) =>
		letter.toUpperCase(),
	);
	const action = `${service}:${name}`;
	return otherActions[action] ?? action;
}

/**
 * The pages say that these are for those who deploy: one can also take off a table's protection and delete its index, the
 * other moves a stage to another region.
 */
const notOnCall = ["dynamodb:UpdateTable", "backup:StartRestoreJob"];

it("docs/on-call-policy.json: allows what the commands of the runbook call, and nothing else", () => {
	const blocks = [...pages.join("\n").matchAll(/^```sh[^\n]*\n(.*?)^```$/gms)]
		.map(([, text]) => text)
		.join();
	const called = [...blocks.matchAll(/\baws ([a-z\d-]+) ([a-z-]+)/g)].map(
		([, service = "", command = ""]) => toAction(service, command),
	);
	const allowed = policy.Statement.flatMap(({ Action }) => Action);
	expect(called.length).toBeGreaterThan(10);
	expect([...allowed, ...notOnCall].sort()).toEqual(
		[...new Set(called)].sort(),
	);
});

it("docs/on-call-policy.json: changes nothing but this service, and names no region, account or stage", () => {
	for (const { Action, Resource, Condition } of policy.Statement) {
		const names = [
			...[Resource].flat(),
			...Object.values(Condition?.ArnLike ?? {}),
		];
		const tags = Condition?.StringEquals;
		if (tags)
			expect(tags).toEqual({
				"aws:ResourceTag/service": "procurement-payments",
			});
		const limited = tags ? [] : names.filter((name) => name !== "*");
		for (const name of limited)
			expect(name).toMatch(
				/^arn:aws:\w+:\*:\*:([\w-]+[/:])?(\/aws\/vendedlogs\/)?ProcurementPayments-\*[\w*-]*$/,
			);
		const changes = [Action]
			.flat()
			.filter((action) => !/:(Describe|Get|GET|List|Filter)/.test(action));
		if (changes.length > 0)
			expect(tags ? [tags] : limited, changes.join()).not.toEqual([]);
	}
});
