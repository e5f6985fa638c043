import {
	CloudFormationClient,
	DescribeStacksCommand,
} from "@aws-sdk/client-cloudformation";
import { CommandError } from "../command-error.ts";

/**
 * The URL of a stack's API, which its output `ApiUrl` has.
 *
 * @throws CommandError When the stack has no such output.
 */
export async function findApiUrl(
	stack: string,
	place: { region?: string },
): Promise<string> {
	const client = new CloudFormationClient(place);
	const { Stacks: [found] = [] } = await client.send(
		new DescribeStacksCommand({ StackName: stack }),
	);
	client.destroy();
	const output = found?.Outputs?.find(
		({ OutputKey }) => OutputKey === "ApiUrl",
	);
	if (output?.OutputValue) return output.OutputValue;
	throw new CommandError(
		`The stack ${stack} has no output ApiUrl: name the API with --url`,
	);
}
