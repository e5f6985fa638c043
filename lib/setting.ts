import type { Node } from "constructs";

/** A value of the `context` in `cdk.json`. */
export interface Setting {
	/** For an error's message: its name in cdk.json, in quotes. */
	name: string;
	value: unknown;
}

/** The setting `<name>:<stage>`; undefined when the stage has none. */
export function settingOf(
	node: Node,
	name: string,
	stage: string,
): Setting | undefined {
	const key = `${name}:${stage}`;
	const value: unknown = node.tryGetContext(key);
	return value === undefined ? undefined : { name: `"${key}"`, value };
}

export const invalidSetting = ({ name }: Pick<Setting, "name">, form: string) =>
	new Error(`The setting ${name} ${form}`);
