import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
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
}
