/** What is refused with a `VALIDATION_ERROR` (7.5), and in which words. */
export type RefusalCase = [given: string, body: object, reason: string];

/** The longest texts are in `spec-fields.test.ts`. */
const wrongFields = [
	["name", "", "must NOT have fewer than 1 characters"],
	["name", null, "must be string"],
	["itemCode", "", "must NOT have fewer than 1 characters"],
	["itemCode", 7, "must be string"],
	["unit", null, "must be string"],
	["rate", "80", "must be number"],
	["rate", 1e15, "must be a number of magnitude below 1e15"],
	["hsnSac", 7214, "must be string"],
] as const;

export const refusals: RefusalCase[] = [
	["no skus", {}, "/ must have required property 'skus'"],
	["empty skus", { skus: [] }, "/skus must NOT have fewer than 1 items"],
	[
		"101 skus",
		{ skus: Array.from({ length: 101 }, () => ({ name: "Rod" })) },
		"/skus must NOT have more than 100 items",
	],
	["skus that is no array", { skus: {} }, "/skus must be array"],
	["a SKU that is no object", { skus: ["Rod"] }, "/skus/0 must be object"],
	[
		"a SKU without name",
		{ skus: [{ name: "Rod" }, { itemCode: "R" }] },
		"/skus/1 must have required property 'name'",
	],

	...wrongFields.map(
		([field, value, reason]): RefusalCase => [
			`${field} ${JSON.stringify(value).slice(0, 12)} at index 1`,
			{ skus: [{ name: "Rod" }, { name: "Rod", [field]: value }] },
			`/skus/1/${field} ${reason}`,
		],
	),
];
