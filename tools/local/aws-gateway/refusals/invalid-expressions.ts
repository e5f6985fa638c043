import { type AwsAnswer, type AwsCall, parse } from "../aws-call.ts";
import { awsError } from "../aws-error.ts";

interface Part {
	ConditionExpression?: string;
	UpdateExpression?: string;
	ExpressionAttributeNames?: Record<string, string>;
	ExpressionAttributeValues?: Record<string, unknown>;
}

interface Statement {
	Statement: string;
	Parameters?: unknown[];
}

interface Writes {
	TransactItems?: Record<string, Part>[];
	TransactStatements?: Statement[];
	Statements?: Statement[];
}

/**
 * DynamoDB checks expressions and statements before it carries out anything. The local engine does so only for calls of
 * one item. In a transaction, it accepts placeholders that are not defined, and in a statement, wrong numbers of
 * parameters and reserved words.
 *
 * @returns The refusal; undefined when the call may be carried out.
 */
export function refuseInvalidExpressions(call: AwsCall): AwsAnswer | undefined {
	if (!operations.has(call.operation)) return undefined;
	const {
		TransactItems = [],
		TransactStatements,
		Statements,
	} = parse<Writes>(call);
	const parts = TransactItems.flatMap((item) => Object.values(item));
	const statements = TransactStatements ?? Statements ?? [];
	const [reason] = [
		...parts.flatMap(faultsOfPart),
		...statements.flatMap(faultsOfStatement),
	];
	if (reason === undefined) return undefined;
	const message = `1 validation error detected: ${reason}`;
	return awsError(call, 400, "ValidationException", { message });
}

const operations: ReadonlySet<string> = new Set([
	"BatchExecuteStatement",
	"ExecuteTransaction",
	"TransactWriteItems",
]);

function faultsOfPart({
	ConditionExpression = "",
	UpdateExpression = "",
	ExpressionAttributeNames = {},
	ExpressionAttributeValues = {},
}: Part): string[] {
	const used = `${ConditionExpression} ${UpdateExpression}`;
	return [
		...(used.match(/:\w+/g) ?? [])
			.filter((name) => !Object.hasOwn(ExpressionAttributeValues, name))
			.map(
				(name) =>
					`An expression attribute value used in expression is not defined; attribute value: ${name}`,
			),
		...(used.match(/#\w+/g) ?? [])
			.filter((name) => !Object.hasOwn(ExpressionAttributeNames, name))
			.map(
				(name) =>
					`An expression attribute name used in the document path is not defined; attribute name: ${name}`,
			),
	];
}

function faultsOfStatement({
	Statement: statement,
	Parameters = [],
}: Statement): string[] {
	const bare = statement.replaceAll(/"[^"]*"|'[^']*'/g, '""');
	const count = bare.split("?").length - 1;
	const reserved = (bare.match(/[a-z]\w*/gi) ?? []).filter(isReserved);
	return [
		...(count === Parameters.length
			? []
			: [`Number of parameters in request and statement don't match`]),
		...reserved.map(
			(name) => `Attribute name must be quoted; attribute name: ${name}`,
		),
	];
}

/** Quoting a name is never wrong, so that only these names, none of which is reserved, may be without quotes. */
const bareNames: ReadonlySet<string> = new Set([
	"due",
	"list_append",
	"paid",
	"payments",
	"pk",
	"sk",
	"version",
]);

/** The statements' own words are written in capitals. */
const isReserved = (word: string) =>
	word !== word.toUpperCase() && !bareNames.has(word);
