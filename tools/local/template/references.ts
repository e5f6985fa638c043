import { account } from "./account.ts";
import type { References } from "./intrinsics.ts";
import { apiUrl } from "./placeholders.ts";
import type { StackFile } from "./stack-file.ts";

/** The names and ARNs of a local stack's resources. */
export interface StackReferences extends References {
	name(logicalId: string): string;
}

/**
 * The values of `Ref` and `Fn::GetAtt` for the resources of a local stack.
 *
 * @param queueEndpoint The base URL of the queues.
 */
export function referencesIn(
	{ stackName, resources }: StackFile,
	queueEndpoint: string,
): StackReferences {
	function get(logicalId: string) {
		const resource = resources[logicalId];
		if (resource) return resource;
		throw new Error(
			`The template refers to ${logicalId}, which it does not have`,
		);
	}

	function name(logicalId: string): string {
		const { Type, Properties } = get(logicalId);
		const given = Properties?.[nameProperties[Type] ?? ""];
		return typeof given === "string" ? given : `${stackName}-${logicalId}`;
	}

	function ref(logicalId: string): string {
		return get(logicalId).Type === "AWS::SQS::Queue"
			? `${queueEndpoint}/${account.id}/${name(logicalId)}`
			: name(logicalId);
	}

	function attribute(logicalId: string, attributeName: string): string {
		const { Type } = get(logicalId);
		if (attributeName === "ApiEndpoint" && Type === "AWS::ApiGatewayV2::Api")
			return apiUrl;
		const arn = arns[Type];
		if (attributeName === "StreamArn" && Type === "AWS::DynamoDB::Table")
			return `arn:aws:${arn}${name(logicalId)}/stream/local`;
		if (attributeName === "Arn" && arn)
			return `arn:aws:${arn}${name(logicalId)}`;
		throw new Error(
			`The local stack does not know ${attributeName} of ${logicalId} in the template`,
		);
	}

	return { name, ref, attribute };
}

const nameProperties: Record<string, string> = {
	"AWS::DynamoDB::Table": "TableName",
	"AWS::Events::EventBus": "Name",
	"AWS::Events::Rule": "Name",
	"AWS::Lambda::Function": "FunctionName",
	"AWS::Logs::LogGroup": "LogGroupName",
	"AWS::SQS::Queue": "QueueName",
};

const owner = `${account.region}:${account.id}`;
const arns: Record<string, string> = {
	"AWS::DynamoDB::Table": `dynamodb:${owner}:table/`,
	"AWS::Events::EventBus": `events:${owner}:event-bus/`,
	"AWS::Events::Rule": `events:${owner}:rule/`,
	"AWS::KMS::Key": `kms:${owner}:key/`,
	"AWS::IAM::Role": `iam::${account.id}:role/`,
	"AWS::Lambda::Function": `lambda:${owner}:function:`,
	"AWS::Logs::LogGroup": `logs:${owner}:log-group:`,
	"AWS::SQS::Queue": `sqs:${owner}:`,
};
