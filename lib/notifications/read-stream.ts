import { Duration } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import {
	EventSourceMapping,
	type IFunction,
	StartingPosition,
} from "aws-cdk-lib/aws-lambda";
import { SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import type { IQueue } from "aws-cdk-lib/aws-sqs";

/** A filter of an event source mapping: https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html */
export type StreamFilter = Record<string, unknown>;

/**
 * Invokes a function with the records of the table's stream that match a filter.
 *
 * A record that fails is tried again, and those after it in its shard wait, so that the records of one item stay in
 * order. After `maxRecordAge`, it is given up, and Lambda sends its position in the stream, not its contents, to the dead
 * letters. The default of six hours is ample when SES or the bus is down for an hour.
 */
export function readStream(
	reader: IFunction,
	{
		table,
		filters,
		deadLetters,
		maxRecordAge = Duration.hours(6),
	}: {
		table: Table;
		filters: StreamFilter[];
		deadLetters: IQueue;
		maxRecordAge?: Duration;
	},
) {
	const { tableStreamArn = "" } = table;
	reader.addToRolePolicy(
		new PolicyStatement({
			actions: [
				"dynamodb:DescribeStream",
				"dynamodb:GetRecords",
				"dynamodb:GetShardIterator",
				"dynamodb:ListStreams",
			],
			resources: [tableStreamArn],
		}),
	);
	new EventSourceMapping(reader, "Stream", {
		target: reader,
		eventSourceArn: tableStreamArn,
		// Reading from the end would lose what is written until the mapping works.
		startingPosition: StartingPosition.TRIM_HORIZON,
		batchSize: 100,
		filters: filters.map((pattern) => ({ pattern: JSON.stringify(pattern) })),
		reportBatchItemFailures: true,
		bisectBatchOnError: true,
		maxRecordAge,
		onFailure: new SqsDlq(deadLetters),
	});
}
