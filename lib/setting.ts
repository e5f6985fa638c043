import type { Node } from "constructs";

/** A value of the `context` in `cdk.json`. */
export interface Setting {
	/** The setting's name in cdk.json, in quotes, for the message of an error. */
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

/** @throws When it does not match. */
export function toText(setting: Setting, pattern: RegExp, form: string) {
	const { value } = setting;
	if (typeof value === "string" && pattern.test(value)) return value;
	throw invalidSetting(setting, form);
}

/** @throws When it is not a whole number within the bounds. */
export function toWholeNumber(
	setting: Setting,
	{ min, max }: { min: number; max: number },
): number {
	// The CDK's option `-c` passes every value as a text.
	const isDigits = /^\d{1,15}$/.test(`${setting.value}`);
	const number = isDigits ? Number(setting.value) : NaN;
	if (number >= min && number <= max) return number;
	throw invalidSetting(setting, `must be a whole number from ${min} to ${max}`);
}

/** @throws When it is neither true nor false. */
export function toSwitch(setting: Setting): boolean {
	// The CDK's option `-c` passes every value as a text.
	const value = `${setting.value}`;
	if (value === "true") return true;
	if (value === "false") return false;
	throw invalidSetting(setting, "must be true or false");
}

/**
 * @param least The names that the object must have, and no others, each with its smallest value.
 * @throws When the value is anything else.
 */
export function toNumbers<Name extends string>(
	setting: Setting,
	least: Record<Name, number>,
): Record<Name, number> {
	const names = Object.keys(least) as Name[];
	const form = `must be an object with whole numbers, ${names.map((one) => `"${one}" of at least ${least[one]}`).join(" and ")}`;
	const given = toObject(setting, form);
	const isComplete =
		Object.keys(given).length === names.length &&
		names.every((one) => {
			const number = given[one];
			return Number.isInteger(number) && Number(number) >= least[one];
		});
	if (!isComplete) throw invalidSetting(setting, form);
	// Unchecked cast: each of the names was checked above.
	return given as Record<Name, number>;
}

/** @throws When it is not an object. */
export function toObject(setting: Setting, form: string) {
	const { value } = setting;
	if (typeof value !== "object" || value === null || Array.isArray(value))
		throw invalidSetting(setting, `${form}, in the context of cdk.json`);
	// Unchecked cast: the values of any object are unknown.
	return value as Record<string, unknown>;
}
