import { type AwsAnswer, type AwsCall, parse } from "../aws-call.ts";
import { awsError } from "../aws-error.ts";

/** The keys of the list index (`shared/lists/list-index.store.ts`), and their maximum lengths in DynamoDB, in bytes. */
const indexKeys = [
	{ name: "listPk", maxBytes: 2_048 },
	{ name: "listSk", maxBytes: 1_024 },
].map((key) => ({
	...key,
	/** `SET listSk = :value` */
	assignment: new RegExp(`\\b${key.name}\\s*=\\s*(:\\w+)`),
	/** `{'listSk': ?}` and `SET "listSk" = ?` */
	parameter: new RegExp(`^.*?["']${key.name}["']\\s*[:=]\\s*(?=\\?)`),
}));
type IndexKey = (typeof indexKeys)[number];

/**
 * Refuses a write with an index key that exceeds DynamoDB's maximum length. The local engine does not check it.
 *
 * @returns The error response; undefined when the call is allowed.
 */
export function refuseLongIndexKeys(call: AwsCall): AwsAnswer | undefined {
	// Most calls contain no index key and need no parsing.
	if (call.service !== "dynamodb" || !call.body.includes("listSk")) return;
	const long = [...valuesOfKeys(parse(call))].find(
		({ key, value }) => Buffer.byteLength(value) > key.maxBytes,
	);
	if (!long) return undefined;
	const { name, maxBytes } = long.key;
	const message = `One or more parameter values were invalid: Size of ${name} has exceeded the maximum size limit of ${maxBytes} bytes`;
	return awsError(call, 400, "ValidationException", { message });
}

/** The index keys in items, update expressions and PartiQL statements, at any depth of a call's body. */
function* valuesOfKeys(
	node: unknown,
): Generator<{ key: IndexKey; value: string }> {
	if (typeof node !== "object" || node === null) return;
	const members = node as Record<string, unknown>;
	for (const key of indexKeys) {
		const values = [
			members[key.name],
			valueInExpression(members, key),
			parameterOf(members, key),
		];
		for (const value of values) {
			const text = (value as { S?: unknown } | undefined)?.S;
			if (typeof text === "string") yield { key, value: text };
		}
	}
	for (const member of Object.values(members)) yield* valuesOfKeys(member);
}

function valueInExpression(
	{ UpdateExpression, ExpressionAttributeValues }: Record<string, unknown>,
	{ assignment }: IndexKey,
): unknown {
	if (typeof UpdateExpression !== "string") return;
	const [, placeholder = ""] = assignment.exec(UpdateExpression) ?? [];
	const values = ExpressionAttributeValues as
		| Record<string, unknown>
		| undefined;
	return values?.[placeholder];
}

/** Parameters are identified by position. */
function parameterOf(
	{ Statement, Parameters }: Record<string, unknown>,
	{ parameter }: IndexKey,
): unknown {
	if (typeof Statement !== "string" || !Array.isArray(Parameters)) return;
	const [before] = parameter.exec(Statement) ?? [];
	return before === undefined
		? undefined
		: Parameters[before.split("?").length - 1];
}
