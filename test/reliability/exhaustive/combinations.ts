type Choices = Readonly<Record<string, readonly unknown[]>>;

/** One value of each choice. */
export type Combination<C extends Choices> = {
	[Name in keyof C]: C[Name][number];
};

/** Every combination of the values of some choices. */
export function combinations<const C extends Choices>(
	choices: C,
): Combination<C>[] {
	const all = Object.entries(choices).reduce<Record<string, unknown>[]>(
		(found, [name, values]) =>
			found.flatMap((one) =>
				values.map((value) => ({ ...one, [name]: value })),
			),
		[{}],
	);
	// Unchecked cast: each has one value under each name.
	return all as Combination<C>[];
}
