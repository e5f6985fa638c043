import fc from "fast-check";
import { anyText } from "../../../support/any-text.ts";
import type { FuzzedOperation } from "../operations.ts";

/** Ids as they stand in a path. */
export const oddIds: fc.Arbitrary<string> = fc.oneof(
	anyText({ minLength: 1, maxLength: 60 }).map(encodeURIComponent),
	anyText({ maxLength: 60 }).map(
		(id) => `~${Buffer.from(id).toString("base64url")}`,
	),
	fc.base64String({ maxLength: 200 }).map((text) => `~${encodeURI(text)}`),
	fc.constantFrom(
		...["~", "~~", "~%7E", "~gICA", `~${"Q".repeat(8_000)}`],
		...[
			"%20",
			"%00",
			"%2F",
			"..",
			"%2e%2e",
			"%2e",
			"%",
			"%zz",
			"%ff",
			"%c3%28",
		],
		...[
			"__proto__",
			"constructor",
			"toString",
			"ORG%23acme",
			"PO%23po-1",
			"null",
		],
		...[
			"%F0%9F%98%80",
			"%ED%A0%80",
			"%EF%BF%BD",
			"a%0d%0ab",
			"*",
			"'",
			"+",
			"bulk",
		],
		...[
			"x".repeat(1_024),
			"x".repeat(1_025),
			"x".repeat(8_000),
			"%F0%9F%98%80".repeat(600),
		],
		...["inv-0;a=1", "inv-0%00", "INV-0", "inv-0%20", "payments", "%e2%80%ae"],
	),
);

/** Pairs of a query as they stand in a URL. */
export function oddQueries({
	parameters,
}: FuzzedOperation): fc.Arbitrary<string[]> {
	const known = parameters.filter((parameter) => parameter.in === "query");
	const names = fc.constantFrom(
		...known.map(({ name }) => name),
		...["__proto__", "constructor", "limit", "cursor", "%6cimit", "LIMIT", ""],
	);
	const values = fc.oneof(
		anyText({ maxLength: 80 }).map(encodeURIComponent),
		fc.base64String({ maxLength: 200 }).map(encodeURIComponent),
		fc.constantFrom(
			...[
				"1",
				"0",
				"-1",
				"100",
				"1001",
				"",
				"%",
				"%ff",
				"%00",
				"true",
				"a,b",
				"=",
			],
			...["x".repeat(5_000), "1&limit=2", "#fragment", "APPROVED", "v-1", "[]"],
		),
	);
	return fc.array(
		fc.tuple(names, values).map(([name, value]) => `${name}=${value}`),
		{ maxLength: 4 },
	);
}
