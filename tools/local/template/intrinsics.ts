import { account } from "./account.ts";

/** Resolves references to resources. Both functions throw for unknown resources. */
export interface References {
	ref(logicalId: string): string;
	attribute(logicalId: string, name: string): string;
}

/** Resolves the intrinsic functions in a template's value, at any depth. */
export function resolve(value: unknown, references: References): unknown {
	if (Array.isArray(value)) return value.map((one) => resolve(one, references));
	if (!isObject(value)) return value;
	const entries = Object.entries(value);
	const [[name, argument] = ["", undefined]] = entries;
	if (entries.length === 1 && isIntrinsic(name))
		return resolveIntrinsic(name, argument, references);
	return Object.fromEntries(
		entries.map(([key, one]) => [key, resolve(one, references)]),
	);
}

function resolveIntrinsic(
	name: string,
	argument: unknown,
	references: References,
) {
	if (name === "Ref") return refer(`${argument}`, references);
	if (name === "Fn::GetAtt" && Array.isArray(argument))
		return references.attribute(`${argument[0]}`, `${argument[1]}`);
	if (name === "Fn::Join" && Array.isArray(argument))
		return join(argument[0], resolve(argument[1], references));
	if (name === "Fn::Sub" && typeof argument === "string")
		return substitute(argument, references);
	throw new Error(
		`The local stack does not understand ${name} ${JSON.stringify(argument)} in the template`,
	);
}

const join = (separator: unknown, parts: unknown) =>
	Array.isArray(parts) ? parts.join(`${separator}`) : `${parts}`;

const substitute = (text: string, references: References) =>
	text.replace(/\$\{([^}]+)\}/g, (_, name: string) => {
		const [logicalId = "", attribute] = name.split(/\.(.*)/);
		return attribute
			? references.attribute(logicalId, attribute)
			: refer(name, references);
	});

const refer = (name: string, references: References) =>
	pseudoParameters[name] ?? references.ref(name);

const pseudoParameters: Record<string, string> = {
	"AWS::AccountId": account.id,
	"AWS::Partition": "aws",
	"AWS::Region": account.region,
	"AWS::URLSuffix": "amazonaws.com",
};

const isIntrinsic = (name: string) => name === "Ref" || name.startsWith("Fn::");

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null;
