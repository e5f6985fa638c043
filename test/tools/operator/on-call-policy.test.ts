import { expect, it } from "vitest";
import { readDocument } from "../../docs/markdown.ts";

interface Statement {
	Action: string | string[];
	Resource: string;
	Condition?: { ArnLike: Record<string, string> };
}
const policy: { Statement: Statement[] } = JSON.parse(
	readDocument("docs/on-call-policy.json"),
);
const page = readDocument("docs/operations.md");

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

it("docs/on-call-policy.json: allows what the commands of docs/operations.md call, and nothing else", () => {
	const blocks = [...page.matchAll(/^```sh[^\n]*\n(.*?)^```$/gms)]
		.map(([, text]) => text)
		.join();
	const called = [...blocks.matchAll(/\baws ([a-z\d]+) ([a-z-]+)/g)].map(
		([, service = "", command = ""]) => toAction(service, command),
	);
	const allowed = policy.Statement.flatMap(({ Action }) => Action);
	expect(called.length).toBeGreaterThan(10);
	expect(allowed.sort()).toEqual([...new Set(called)].sort());
});

it("docs/on-call-policy.json: changes nothing but this service, and names no region, account or stage", () => {
	for (const { Action, Resource, Condition } of policy.Statement) {
		const names = [Resource, ...Object.values(Condition?.ArnLike ?? {})];
		const limited = names.filter((name) => name !== "*");
		for (const name of limited)
			expect(name).toMatch(
				/^arn:aws:\w+:\*:\*:([\w-]+[/:])?ProcurementPayments-\*[\w*-]*$/,
			);
		const changes = [Action]
			.flat()
			.filter((action) => !/:(Describe|Get|List|Filter)/.test(action));
		if (changes.length > 0) expect(limited, changes.join()).not.toEqual([]);
	}
});
