import { ResourceNotFoundException } from "@aws-sdk/client-dynamodb";
import { isUnanswered } from "../../../shared/dynamodb/retries/retry-busy.ts";
import { CommandError } from "../command-error.ts";

/**
 * Explains an error of the AWS SDK whose own message does not say what to do.
 *
 * @param tableName undefined when no table was found yet.
 * @returns Any other error unchanged.
 */
export function explainAwsError(error: unknown, tableName?: string): unknown {
	if (!(error instanceof Error)) return error;
	const { name, message } = error;
	if (error instanceof ResourceNotFoundException && tableName !== undefined)
		return new CommandError(
			`No such table: ${JSON.stringify(tableName)}; check --table and --region`,
		);
	if (message === "Region is missing")
		return new CommandError(
			"No AWS region: use --region, AWS_REGION, AWS_DEFAULT_REGION, or a profile (AWS_PROFILE) with a region",
		);
	if (name === "CredentialsProviderError")
		return new CommandError(`No AWS credentials: ${message}`);
	if (isUnanswered(error))
		return new CommandError(
			`AWS does not answer, or answers with a server error: ${[name, message].filter((text) => text && text !== "Error").join(": ")}`,
		);
	return error;
}
