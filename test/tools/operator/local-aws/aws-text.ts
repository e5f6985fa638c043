/**
 * A value as the AWS command line prints it with `--output text`: scalars of a list or an object in one line, tabs
 * between them; objects in a list begin with the list's name.
 */
export function toAwsText(value: unknown): string {
	return linesOf(value, "").join("\n");
}

function linesOf(value: unknown, name: string): string[] {
	if (value === undefined) return [];
	if (Array.isArray(value)) {
		const scalars = value.filter(isScalar);
		const nested = value.filter((one) => !isScalar(one));
		return [
			...(scalars.length > 0 ? [toLine(scalars)] : []),
			...nested.flatMap((one) => linesOf(one, name)),
		];
	}
	if (isScalar(value)) return [toLine([value])];
	const entries = Object.entries(value as object).sort();
	const scalars = entries.filter(([, one]) => isScalar(one));
	const label = name === "" ? [] : [name.toUpperCase()];
	return [
		...(scalars.length > 0
			? [toLine([...label, ...scalars.map(([, one]) => one)])]
			: []),
		...entries
			.filter(([, one]) => !isScalar(one))
			.flatMap(([key, one]) => linesOf(one, key)),
	];
}

const isScalar = (value: unknown) =>
	value === null || typeof value !== "object";

const toLine = (scalars: readonly unknown[]) =>
	scalars.map((one) => (one === null ? "None" : `${one}`)).join("\t");
