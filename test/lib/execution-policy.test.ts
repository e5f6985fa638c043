import { Template } from "aws-cdk-lib/assertions";
import { expect, it } from "vitest";
import { readDocument } from "../docs/markdown.ts";
import { everySetting, unbundledStack } from "./unbundled-stack.ts";

interface Statement {
	Action: string | string[];
	Resource: string | string[];
}
const policy: { Statement: Statement[] } = JSON.parse(
	readDocument("docs/execution-policy.json"),
);
const actions = policy.Statement.flatMap(({ Action }) => Action);
const allowed = new Set(actions.map((one) => one.split(":", 1)[0]));

/** The services of IAM's actions that do not have the name of CloudFormation's types. */
const services: Record<string, string> = {
	ApiGatewayV2: "apigateway",
	Cognito: "cognito-idp",
};

it("docs/execution-policy.json: CloudFormation may act on the service of every resource that a stage can have, and on few others", () => {
	const settings = everySetting("prod");
	const types = [settings, { ...settings, "signIn:prod": "cognito" }].flatMap(
		(context) => {
			const stack = unbundledStack("prod", context);
			const { Resources } = Template.fromStack(stack).toJSON();
			return Object.values<{ Type: string }>(Resources).map(
				({ Type }) => Type.split("::")[1] ?? "",
			);
		},
	);
	const needed = new Set(
		types.map((type) => services[type] ?? type.toLowerCase()),
	);
	const [acm, s3, ssm] = ["acm", "s3", "ssm"]; // The certificate, the bundles, the version of the bootstrap stack.
	expect(allowed).toEqual(new Set([...needed, acm, s3, ssm]));
});

it("deploy guide: bootstrap roles of its own, by the qualifier in cdk.json", () => {
	const [, key = "", qualifier = ""] =
		/`"(@aws-cdk[^"]+)": "(\w+)"`/.exec(
			readDocument("docs/guides/deploy.md"),
		) ?? [];
	const { synthesizer } = unbundledStack("prod", { [key]: qualifier });
	expect(synthesizer.bootstrapQualifier).toBe("payments");
});

it("docs/execution-policy.json: allows no change of a table, queue, function or role that is not this service's", () => {
	expect(actions).not.toContain("*");
	expect(actions).not.toContain("iam:*");
	for (const { Action, Resource } of policy.Statement) {
		const isOfData = [Action]
			.flat()
			.some((one) =>
				/^(dynamodb|secretsmanager|sqs|lambda):\*$|^iam:(?!CreateServ)/.test(
					one,
				),
			);
		if (isOfData)
			for (const one of [Resource].flat())
				expect(one).toMatch(
					/ProcurementPayments-\*$|:event-source-mapping:\*$/,
				);
	}
});
