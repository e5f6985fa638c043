import { Duration } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
	Architecture,
	type IFunction,
	Function as LambdaFunction,
	LoggingFormat,
	Runtime,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { functionCode } from "./function-code.ts";
import { listIndexName } from "./table.ts";

/** What IAM calls the operations on a table; functions never scan (design 3). */
export type TableAction =
	| "BatchGetItem"
	| "BatchWriteItem"
	| "ConditionCheckItem"
	| "DeleteItem"
	| "GetItem"
	| "PartiQLInsert"
	| "PartiQLUpdate"
	| "PutItem"
	| "Query"
	| "UpdateItem";

/** The gateway gives up after 30 s; the function is to answer first. */
export const functionTimeout = Duration.seconds(29);

export interface ServiceFunction {
	name: string;
	table: Table;
	tableActions: readonly TableAction[];
	queriesListIndex?: true | undefined;
	sendsTo?: IQueue | undefined;
	environment?: Record<string, string>;
}

/** The function of `functions/<name>/handler.ts`, which may do with the table what is listed and nothing else. */
export function serviceFunction(
	scope: Construct,
	{
		name,
		table,
		tableActions,
		queriesListIndex,
		sendsTo,
		environment,
	}: ServiceFunction,
): IFunction {
	const id = toPascalCase(name);
	const logGroup = new LogGroup(scope, `${id}Logs`, {
		retention: RetentionDays.THREE_MONTHS,
	});
	// Of our own: the role that the CDK would make may write to every log group there is.
	const role = new Role(scope, `${id}Role`, {
		assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
	});
	logGroup.grantWrite(role);
	role.addToPolicy(
		new PolicyStatement({
			actions: tableActions.map((action) => `dynamodb:${action}`),
			resources: [table.tableArn],
		}),
	);
	if (queriesListIndex) {
		role.addToPolicy(
			new PolicyStatement({
				actions: ["dynamodb:Query"],
				resources: [`${table.tableArn}/index/${listIndexName}`],
			}),
		);
	}
	if (sendsTo) {
		role.addToPolicy(
			new PolicyStatement({
				actions: ["sqs:SendMessage"],
				resources: [sendsTo.queueArn],
			}),
		);
	}
	return new LambdaFunction(scope, `${id}Function`, {
		code: functionCode(name),
		handler: "index.handler",
		runtime: Runtime.NODEJS_24_X,
		architecture: Architecture.ARM_64,
		memorySize: 1024,
		timeout: functionTimeout,
		environment: {
			TABLE_NAME: table.tableName,
			...(sendsTo && { CHUNK_QUEUE_URL: sendsTo.queueUrl }),
			...environment,
		},
		role,
		logGroup,
		loggingFormat: LoggingFormat.JSON,
	});
}

/** `mark-as-paid` → `MarkAsPaid` */
function toPascalCase(name: string): string {
	return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) =>
		letter.toUpperCase(),
	);
}
