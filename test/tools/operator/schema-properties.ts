// biome-ignore lint/suspicious/noExplicitAny: a test reads any property of records and their schemas
export type Any = any;

/** Properties of a schema that none of the values has. */
export function unset(
	schema: Any,
	values: readonly Any[],
	path = "",
): string[] {
	const { items, properties = {}, anyOf } = schema;
	if (anyOf) return unset(anyOf[0], values, path);
	if (items) return unset(items, values.flat(), path);
	return Object.entries(properties).flatMap(([name, property]) => {
		const own = values.map((value) => value[name]);
		const present = own.filter((one) => one !== null && one !== undefined);
		const at = `${path}/${name}`;
		return present.length > 0 ? unset(property, present, at) : [at];
	});
}

/** What a value has of the properties of a schema. */
export function pruned({ items, properties }: Any, value: Any): Any {
	if (items) return value.map((item: Any) => pruned(items, item));
	if (!properties) return value;
	const known = Object.entries(properties).flatMap(([name, property]) =>
		value[name] === undefined ? [] : [[name, pruned(property, value[name])]],
	);
	return Object.fromEntries(known);
}
