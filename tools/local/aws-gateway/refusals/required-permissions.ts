import { account } from "../../template/account.ts";
import { type AwsCall, parse } from "../aws-call.ts";

/** A permission that IAM requires for a call. */
export interface RequiredPermission {
	/** The action, such as `dynamodb:GetItem`. */
	action: string;
	/** The ARN of the resource. */
	resource: string;
	/** The partition keys of the items that it writes. */
	partitions?: string[];
}

/**
 * The permissions that a call requires, as documented by AWS. A batch of PartiQL statements requires those of its verbs,
 * a transaction those of its parts, and a batch of messages that of a single message.
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
		return Object.entries(RequestItems).map(([table, requests]) => ({
			action: `dynamodb:${operation}`,
			resource: tableArn(table),
			partitions: Array.isArray(requests)
				? requests
						.flatMap((one) => Object.values<WriteBody>(one))
						.flatMap(toPartition)
				: [],
		}));
	}
	const { TableName = "", IndexName } = body;
	const index = IndexName === undefined ? "" : `/index/${IndexName}`;
	const resource = `${tableArn(TableName)}${index}`;
	return [
		{
			action: `dynamodb:${operation}`,
			resource,
			partitions: toPartition(body),
		},
	];
}

/** The properties of DynamoDB's request bodies that determine the permissions. */
interface DynamodbBody extends WriteBody {
	TableName?: string;
	IndexName?: string;
	RequestItems?: object;
	Statement?: string;
	Statements?: PartiqlStatement[];
	TransactStatements?: PartiqlStatement[];
	/** Each item has one member: Put, Update, Delete, ConditionCheck or Get. */
	TransactItems?: Record<string, { TableName: string } & WriteBody>[];
}

/** A write has an item or a key. */
interface WriteBody {
	Item?: { pk?: { S?: string } };
	Key?: { pk?: { S?: string } };
}

interface PartiqlStatement {
	Statement: string;
	Parameters?: { S?: string }[];
}

const toPartition = ({ Item, Key }: WriteBody): string[] => {
	const partition = (Item ?? Key)?.pk?.S;
	return partition === undefined ? [] : [partition];
};

const partPermissions = (
	part: Record<string, { TableName: string } & WriteBody>,
) =>
	Object.entries(part).map(([kind, { TableName, ...write }]) => ({
		action: `dynamodb:${kind}Item`,
		resource: tableArn(TableName),
		partitions: toPartition(write),
	}));

/** Any text among the parameters may be the partition key, which is enough as long as no other text begins like one. */
function statementPermission({ Statement, Parameters = [] }: PartiqlStatement) {
	const [verb = ""] = /^\w+/.exec(Statement.trim()) ?? [];
	const [, table = ""] = /"([^"]+)"/.exec(Statement) ?? [];
	const name = `${verb[0]?.toUpperCase()}${verb.slice(1).toLowerCase()}`;
	return {
		action: `dynamodb:PartiQL${name}`,
		resource: tableArn(table),
		partitions: Parameters.flatMap(({ S = [] }) => S),
	};
}

const owner = `${account.region}:${account.id}`;
const tableArn = (name: string) => `arn:aws:dynamodb:${owner}:table/${name}`;
const queueArn = (url: string) =>
	`arn:aws:sqs:${owner}:${url.split("/").at(-1)}`;
