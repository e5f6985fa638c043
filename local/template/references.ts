import { account } from "./account.ts";
import type { References } from "./intrinsics.ts";
import type { StackFile } from "./stack-file.ts";

/** What `Ref` and `Fn::GetAtt` give for the resources of a stack on this machine. */
export function referencesIn({ stackName, resources }: StackFile): References {
	function get(logicalId: string) {
		const resource = resources[logicalId];
		if (resource) return resource;
		throw new Error(
			`The template refers to ${logicalId}, which it does not have`,
		);
	}

	function ref(logicalId: string): string {
		const { Type, Properties } = get(logicalId);
		const name = Properties?.[nameProperties[Type] ?? ""];
		return typeof name === "string" ? name : `${stackName}-${logicalId}`;
	}

	function attribute(logicalId: string, name: string): string {
		const arn = arns[get(logicalId).Type];
		if (name === "Arn" && arn) return `arn:aws:${arn}${ref(logicalId)}`;
		throw new Error(
			`The local stack does not know ${name} of ${logicalId} in the template`,
		);
	}

	return { ref, attribute };
}

const nameProperties: Record<string, string> = {
	"AWS::DynamoDB::Table": "TableName",
	"AWS::Lambda::Function": "FunctionName",
	"AWS::Logs::LogGroup": "LogGroupName",
};

const owner = `${account.region}:${account.id}`;
const arns: Record<string, string> = {
	"AWS::DynamoDB::Table": `dynamodb:${owner}:table/`,
	"AWS::IAM::Role": `iam::${account.id}:role/`,
	"AWS::Lambda::Function": `lambda:${owner}:function:`,
};
