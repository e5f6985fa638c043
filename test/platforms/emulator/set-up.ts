import {
	CloudFormationClient,
	CreateStackCommand,
	waitUntilStackCreateComplete,
} from "@aws-sdk/client-cloudformation";
import { readDocument } from "../../docs/markdown.ts";
import { runProgram } from "../run-program.ts";

/** Once a run: the operator's role, and the account as `docs/guides/deploy.md` has it bootstrapped. */
export async function setup() {
	const client = new CloudFormationClient({});
	await client.send(
		new CreateStackCommand({
			StackName: "Account",
			Capabilities: ["CAPABILITY_NAMED_IAM"],
			TemplateBody: JSON.stringify({ Resources: resources() }),
		}),
	);
	await waitUntilStackCreateComplete(
		{ client, maxWaitTime: 300 },
		{ StackName: "Account" },
	);
	const policies =
		"arn:aws:iam::000000000000:policy/procurement-payments-execution";
	await runProgram(
		"npx",
		[
			...["cdk", "bootstrap", "aws://000000000000/us-east-1"],
			...["--cloudformation-execution-policies", policies],
		],
		{ isQuiet: true },
	);
}

const resources = () => ({
	Execution: {
		Type: "AWS::IAM::ManagedPolicy",
		Properties: {
			ManagedPolicyName: "procurement-payments-execution",
			PolicyDocument: policy("execution"),
		},
	},
	/** The profile `operator` is this role. */
	Operator: {
		Type: "AWS::IAM::Role",
		Properties: {
			RoleName: "Operator",
			AssumeRolePolicyDocument: {
				Version: "2012-10-17",
				Statement: [
					{
						Effect: "Allow",
						Principal: { AWS: "arn:aws:iam::000000000000:root" },
						Action: "sts:AssumeRole",
					},
				],
			},
			Policies: [
				{ PolicyName: "operator", PolicyDocument: policy("operator") },
			],
		},
	},
});

const policy = (name: string) =>
	JSON.parse(readDocument(`docs/${name}-policy.json`));
