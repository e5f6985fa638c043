import { Duration, Stack } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import {
	Effect,
	PolicyStatement,
	Role,
	ServicePrincipal,
} from "aws-cdk-lib/aws-iam";
import {
	Architecture,
	Function as LambdaFunction,
	LoggingFormat,
	type RecursiveLoop,
	Runtime,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { functionCode } from "./function-code.ts";
import { listIndexName } from "./table.ts";
import { version } from "./version.ts";

/** IAM's names of the operations on a table. Functions never scan. */
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

/** API Gateway stops waiting after 30 s; the function must answer first. */
export const functionTimeout = Duration.seconds(29);

interface ServiceFunction {
	name: string;
	table: Table;
	tableActions: readonly TableAction[];
	queriesListIndex?: true | undefined;
	sendsTo?: IQueue | undefined;
	environment?: Record<string, string>;
	/** Only the function of signing in (console W1). */
	writesSessions?: true;
	timeout?: Duration;
	recursiveLoop?: RecursiveLoop;
	/**
	 * How long an asynchronous invocation may wait; then, or when it fails, it is given up. By default, Lambda tries for
	 * six hours.
	 */
	givenUpAfter?: Duration;
	/** The number of concurrent executions that are kept for this function alone. */
	reservedConcurrency?: number | undefined;
}

/** The function of `functions/<name>/handler.ts`. Its role allows only the listed actions on the table. */
export function serviceFunction(
	scope: Construct,
	{
		name,
		table,
		tableActions,
		queriesListIndex,
		sendsTo,
		environment,
		writesSessions,
		timeout = functionTimeout,
		recursiveLoop,
		givenUpAfter,
		reservedConcurrency,
	}: ServiceFunction,
): LambdaFunction {
	const id = toPascalCase(name);
	const logGroup = new LogGroup(scope, `${id}Logs`);
	// The CDK's default role could write to every log group.
	const role = new Role(scope, `${id}Role`, {
		assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
	});
	logGroup.grantWrite(role);
	if (tableActions.length > 0) {
		role.addToPolicy(
			new PolicyStatement({
				actions: tableActions.map((action) => `dynamodb:${action}`),
				resources: [table.tableArn],
			}),
		);
	}
	const writes = tableActions.filter((action) => !reads.has(action));
	if (writes.length > 0)
		role.addToPolicy(
			denyWrites(
				table,
				writes,
				writesSessions ? "StringNotLike" : "StringLike",
			),
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
		timeout,
		environment: {
			TABLE_NAME: table.tableName,
			METRICS_NAMESPACE: Stack.of(scope).stackName,
			SERVICE_VERSION: version,
			...(sendsTo && { CHUNK_QUEUE_URL: sendsTo.queueUrl }),
			...environment,
		},
		role,
		logGroup,
		loggingFormat: LoggingFormat.JSON,
		...(recursiveLoop && { recursiveLoop }),
		...(givenUpAfter && { maxEventAge: givenUpAfter, retryAttempts: 0 }),
		...(reservedConcurrency !== undefined && {
			reservedConcurrentExecutions: reservedConcurrency,
		}),
	});
}

const reads: ReadonlySet<TableAction> = new Set([
	"BatchGetItem",
	"ConditionCheckItem",
	"GetItem",
	"Query",
]);

/**
 * Only the function of signing in can make a session or bind an account to a person, whatever fault another function
 * has. Anyone can call the function of signing in, and so it can write nothing else (`docs/security.md`).
 */
const denyWrites = (
	table: Table,
	writes: readonly TableAction[],
	ifKeysAre: "StringLike" | "StringNotLike",
) =>
	new PolicyStatement({
		effect: Effect.DENY,
		actions: writes.map((action) => `dynamodb:${action}`),
		resources: [table.tableArn],
		conditions: {
			[`ForAnyValue:${ifKeysAre}`]: {
				"dynamodb:LeadingKeys": ["PERSON#*", "SESSION#*"],
			},
		},
	});

/** For example, `mark-as-paid` becomes `MarkAsPaid`. */
export function toPascalCase(name: string): string {
	return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) =>
		letter.toUpperCase(),
	);
}
