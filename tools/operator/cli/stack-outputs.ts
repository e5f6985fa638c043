import {
	CloudFormationClient,
	DescribeStacksCommand,
} from "@aws-sdk/client-cloudformation";
import { GetTopicAttributesCommand, SNSClient } from "@aws-sdk/client-sns";
import { CommandError } from "../command-error.ts";

/** Where a stack is. Without a region, it is that of the SDK. */
export interface AwsPlace {
	region?: string;
}

/**
 * The URL of a stack's API, which its output `ApiUrl` has.
 *
 * @throws CommandError When the stack has no such output.
 */
export async function findApiUrl(stack: string, place: AwsPlace) {
	const url = await findOutput(stack, "ApiUrl", place);
	if (url) return url;
	throw new CommandError(
		`The stack ${stack} has no output ApiUrl: name the API with --url`,
	);
}

/**
 * Whether the alarms of a stack reach anyone, as a line for the operator; undefined when they do.
 *
 * The operator's policy may be older than this and lack the permission, which is no reason for a smoke test to fail.
 */
export async function findDeafAlarms(
	stack: string,
	place: AwsPlace,
): Promise<string | undefined> {
	const client = new SNSClient(place);
	try {
		const TopicArn = await findOutput(stack, "AlarmTopicArn", place);
		const { Attributes } = await client.send(
			new GetTopicAttributesCommand({ TopicArn }),
		);
		if (Number(Attributes?.SubscriptionsConfirmed) > 0) return undefined;
		return `No one gets the alarms: no subscription of ${TopicArn} is confirmed (docs/guides/deploy.md, "Alarms")`;
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		return `Whether anyone gets the alarms is not known: ${reason}`;
	} finally {
		client.destroy();
	}
}

/** An output of a stack; undefined when it has none of this name. */
export async function findOutput(stack: string, name: string, place: AwsPlace) {
	const client = new CloudFormationClient(place);
	try {
		const { Stacks: [found] = [] } = await client.send(
			new DescribeStacksCommand({ StackName: stack }),
		);
		return found?.Outputs?.find(({ OutputKey }) => OutputKey === name)
			?.OutputValue;
	} finally {
		client.destroy();
	}
}
