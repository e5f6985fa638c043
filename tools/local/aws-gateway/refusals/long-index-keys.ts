import { type AwsAnswer, type AwsCall, parse } from "../aws-call.ts";
import { awsError } from "../aws-error.ts";

/** Maximum lengths of the list index's keys (`shared/lists/list-index.store.ts`) in DynamoDB, in bytes. */
const maxBytes = { listPk: 2_048, listSk: 1_024 };
type Name = keyof typeof maxBytes;
const names = Object.keys(maxBytes) as Name[];

const patterns = (toPattern: (name: Name) => string) => ({
	listPk: new RegExp(toPattern("listPk")),
	listSk: new RegExp(toPattern("listSk")),
});
const assignments = patterns((name) => `\\b${name}\\s*=\\s*(:\\w+)`);
const placeholders = patterns(
	(name) => `^.*?["']${name}["']\\s*[:=]\\s*(?=\\?)`,
);

/**
 * Refuses a write with an index key that exceeds DynamoDB's maximum length. The local engine does not check it.
 *
 * @returns The error response; undefined: the call is allowed.
 */
export function refuseLongIndexKeys(call: AwsCall): AwsAnswer | undefined {
	// Most calls contain no index key and need no parsing.
	if (call.service !== "dynamodb" || !call.body.includes("listSk")) return;
	const values = [...indexKeys(parse(call))];
	const long = values.find(
		({ name, value }) => Buffer.byteLength(value) > maxBytes[name],
	);
	if (!long) return undefined;
	const message = `One or more parameter values were invalid: Size of ${long.name} has exceeded the maximum size limit of ${maxBytes[long.name]} bytes`;
	return awsError(call, 400, "ValidationException", { message });
}

interface IndexKey {
	name: Name;
	value: string;
}

/** The index keys in items, update expressions and PartiQL statements, at any depth of a call's body. */
function* indexKeys(node: unknown): Generator<IndexKey> {
	if (typeof node !== "object" || node === null) return;
	const members = node as Record<string, unknown>;
	for (const name of names) {
		const values = [
			members[name],
			valueInExpression(members, name),
			parameterOf(members, name),
		];
		for (const value of values) {
			const text = (value as { S?: unknown } | undefined)?.S;
			if (typeof text === "string") yield { name, value: text };
		}
	}
	for (const member of Object.values(members)) yield* indexKeys(member);
}

/** `SET listSk = :value` */
function valueInExpression(
	{ UpdateExpression, ExpressionAttributeValues }: Record<string, unknown>,
	name: Name,
): unknown {
	if (typeof UpdateExpression !== "string") return;
	const [, placeholder = ""] = assignments[name].exec(UpdateExpression) ?? [];
	const values = ExpressionAttributeValues as
		| Record<string, unknown>
		| undefined;
	return values?.[placeholder];
}

/** `{'listSk': ?}` and `SET "listSk" = ?`: parameters are identified by position. */
function parameterOf(
	{ Statement, Parameters }: Record<string, unknown>,
	name: Name,
): unknown {
	if (typeof Statement !== "string" || !Array.isArray(Parameters)) return;
	const [before] = placeholders[name].exec(Statement) ?? [];
	return before === undefined
		? undefined
		: Parameters[before.split("?").length - 1];
}
