import { Duration } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import type {
	ComparisonOperator,
	IMetric,
	TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Notifications } from "../notifications/notifications.ts";

/** A function with the log group that it writes to. */
export interface LoggedFunction extends IFunction {
	readonly logGroup: ILogGroup;
}

/** What is watched of a stage. */
export interface Monitored {
	api: HttpApi;
	accessLogs: ILogGroup;
	/** The functions of the endpoints, the worker, the sweeper and the readers of the stream. */
	functions: readonly LoggedFunction[];
	worker: IFunction;
	sweeper: IFunction;
	/** The table that the functions use. */
	table: Table;
	queue: IQueue;
	deadLetters: IQueue;
	/** undefined: the stage sends none. */
	notifications: Notifications | undefined;
	/** The page to which mails lead; undefined: the stage sends no mails. */
	page: IFunction | undefined;
}

/** A condition that an operator must know of at once. */
export interface AlarmDefinition {
	/** Names the alarm, and its section in `docs/operations.md`. */
	id: string;
	/** What it means, and how long there is. */
	description: string;
	metric: IMetric;
	threshold: number;
	/** The default is at or above the threshold. */
	comparison?: ComparisonOperator;
	/** How many periods are looked at. */
	periods: number;
	/** How many of them must breach the threshold. Default: all. */
	breaching?: number;
	/** Each alarm decides what a period without data means. */
	missingData: TreatMissingData;
}

export const oneMinute = Duration.minutes(1);
export const fiveMinutes = Duration.minutes(5);
export const oneHour = Duration.hours(1);
