import type { StackFile } from "./stack-file.ts";

const known = [
	"AWS::ApiGatewayV2::Integration",
	"AWS::ApiGatewayV2::Route",
	"AWS::DynamoDB::Table",
	"AWS::Events::EventBus",
	"AWS::Events::Rule",
	"AWS::IAM::Policy",
	"AWS::Lambda::EventSourceMapping",
	"AWS::Lambda::Function",
	"AWS::SQS::Queue",
];

/** Prefixes of resource types that the local stack does not need. */
const leftOut = [
	"AWS::ApiGatewayV2::Api",
	"AWS::ApiGatewayV2::Stage",
	"AWS::CDK::Metadata",
	"AWS::CloudWatch::",
	"AWS::IAM::Role",
	"AWS::KMS::Key",
	"AWS::Lambda::EventInvokeConfig",
	"AWS::Lambda::Permission",
	"AWS::Logs::",
	"AWS::SecretsManager::Secret",
	"AWS::SNS::",
	"AWS::SQS::QueuePolicy",
];

/** @throws When the stack has a resource of a type that the local stack does not support. */
export function refuseUnknownTypes({ resources }: StackFile) {
	for (const [logicalId, { Type }] of Object.entries(resources)) {
		if (known.includes(Type)) continue;
		if (leftOut.some((beginning) => Type.startsWith(beginning))) continue;
		throw new Error(
			`The local stack does not know ${Type} (${logicalId} in the template)`,
		);
	}
}
