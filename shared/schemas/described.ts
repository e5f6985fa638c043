/** The texts that describe a record: their JSON Schemas in a request, by name. Each of them may be absent. */
export type Described = Readonly<Record<string, { readonly type: "string" }>>;

/** The described texts of a record; absent ones are null. */
export type Details<Fields extends Described> = {
	[Name in keyof Fields]: string | null;
};

/** What has described texts: a request, an entry of a file, an item, a record. */
export type Describes<Fields extends Described> = {
	readonly [Name in keyof Fields]?: string | null | undefined;
};

/** Takes the described texts from anything that has them. */
export const toDetails = <Fields extends Described>(
	described: Fields,
	from: Describes<Fields>,
): Details<Fields> => pick(described, (name) => from[name] ?? null);

/** The described texts that an entry of a file has: others are not changed. */
export const toGiven = <Fields extends Described>(
	described: Fields,
	from: Describes<Fields>,
): Partial<Details<Fields>> =>
	without(
		undefined,
		pick(described, (name) => from[name]),
	);

/** The described texts that a record has: an export leaves out the others. */
export const toPresent = <Fields extends Described>(
	described: Fields,
	from: Details<Fields>,
): Partial<Details<Fields>> =>
	without(
		null,
		pick(described, (name) => from[name]),
	);

/** Do two records have the same described texts? */
export const areSame = <Fields extends Described>(
	described: Fields,
	one: Details<Fields>,
	other: Details<Fields>,
): boolean => namesOf(described).every((name) => one[name] === other[name]);

/** The schemas of texts in a merge patch, in which null removes them. */
export const removable = <Schemas extends Readonly<Record<string, object>>>(
	schemas: Schemas,
) =>
	// Unchecked cast: `Object.fromEntries` forgets the names.
	Object.fromEntries(
		Object.entries(schemas).map(([name, schema]) => [
			name,
			{ ...schema, nullable: true },
		]),
	) as { [Name in keyof Schemas]: Schemas[Name] & { readonly nullable: true } };

function pick<Fields extends Described, Value>(
	described: Fields,
	read: (name: keyof Fields) => Value,
) {
	const values = namesOf(described).map((name) => [name, read(name)]);
	// Unchecked cast: `Object.fromEntries` forgets the names.
	return Object.fromEntries(values) as { [Name in keyof Fields]: Value };
}

function without<Values extends object>(
	absent: null | undefined,
	values: Values,
) {
	const entries = Object.entries(values).filter(
		([, value]) => value !== absent,
	);
	// Unchecked cast: `Object.fromEntries` forgets the names.
	return Object.fromEntries(entries) as Partial<Values>;
}

/** Unchecked cast: `Object.keys` forgets the names. */
export const namesOf = <Fields extends Described>(described: Fields) =>
	Object.keys(described) as (keyof Fields & string)[];
