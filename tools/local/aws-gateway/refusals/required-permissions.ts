import { account } from "../../template/account.ts";
import { type AwsCall, parse } from "../aws-call.ts";

/** A permission that IAM requires for a call. */
export interface RequiredPermission {
	/** `dynamodb:GetItem` */
	action: string;
	/** ARN */
	resource: string;
}

/**
 * The permissions that a call requires, as documented by AWS: for a batch of PartiQL statements those of its verbs, for
 * a transaction those of its parts, for a batch of messages that of a single message.
 */
export function requiredPermissions(call: AwsCall): RequiredPermission[] {
	const { service, operation } = call;
	if (service === "sqs") {
		const { QueueUrl = "" } = parse<{ QueueUrl?: string }>(call);
		const action = `sqs:${operation.replace(/Batch$/, "")}`;
		return [{ action, resource: queueArn(QueueUrl) }];
	}
	if (service === "ses") {
		const { FromEmailAddress = "" } = parse<{ FromEmailAddress?: string }>(
			call,
		);
		const resource = `arn:aws:ses:${owner}:identity/${FromEmailAddress}`;
		return [{ action: "ses:SendEmail", resource }];
	}
	if (service === "kms") {
		const { KeyId = "" } = parse<{ KeyId?: string }>(call);
		return [{ action: `kms:${operation}`, resource: KeyId }];
	}
	if (service === "secretsmanager") {
		const { SecretId = "" } = parse<{ SecretId?: string }>(call);
		return [{ action: `secretsmanager:${operation}`, resource: SecretId }];
	}
	if (service === "events") {
		const { Entries = [] } = parse<{ Entries?: { EventBusName: string }[] }>(
			call,
		);
		return Entries.map(({ EventBusName }) => ({
			action: `events:${operation}`,
			resource: `arn:aws:events:${owner}:event-bus/${EventBusName}`,
		}));
	}
	const body = parse<DynamodbBody>(call);
	const { Statement, TransactItems, RequestItems } = body;
	const { TransactStatements, Statements = TransactStatements } = body;
	if (TransactItems) return TransactItems.flatMap(partPermissions);
	if (Statements) return Statements.map(statementPermission);
	if (Statement) return [statementPermission({ Statement })];
	if (RequestItems) {
		return Object.keys(RequestItems).map((table) => ({
			action: `dynamodb:${operation}`,
			resource: tableArn(table),
		}));
	}
	const { TableName = "", IndexName } = body;
	const index = IndexName === undefined ? "" : `/index/${IndexName}`;
	const resource = `${tableArn(TableName)}${index}`;
	return [{ action: `dynamodb:${operation}`, resource }];
}

/** The properties of DynamoDB's request bodies that determine the permissions. */
interface DynamodbBody {
	TableName?: string;
	IndexName?: string;
	RequestItems?: object;
	Statement?: string;
	Statements?: { Statement: string }[];
	TransactStatements?: { Statement: string }[];
	/** Each has one member: Put, Update, Delete, ConditionCheck, Get. */
	TransactItems?: Record<string, { TableName: string }>[];
}

const partPermissions = (part: Record<string, { TableName: string }>) =>
	Object.entries(part).map(([kind, { TableName }]) => ({
		action: `dynamodb:${kind}Item`,
		resource: tableArn(TableName),
	}));

function statementPermission({ Statement }: { Statement: string }) {
	const [verb = ""] = /^\w+/.exec(Statement.trim()) ?? [];
	const [, table = ""] = /"([^"]+)"/.exec(Statement) ?? [];
	const name = `${verb[0]?.toUpperCase()}${verb.slice(1).toLowerCase()}`;
	return { action: `dynamodb:PartiQL${name}`, resource: tableArn(table) };
}

const owner = `${account.region}:${account.id}`;
const tableArn = (name: string) => `arn:aws:dynamodb:${owner}:table/${name}`;
const queueArn = (url: string) =>
	`arn:aws:sqs:${owner}:${url.split("/").at(-1)}`;
