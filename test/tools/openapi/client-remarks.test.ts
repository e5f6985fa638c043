import { expect, it } from "vitest";
import { exhibits } from "../../../tools/exhibits/exhibits.ts";
import { withRemarks } from "./client-remarks.ts";

it.each([
	["a comment", "\t/** Creates a vendor. */\n"],
	[
		"a comment with tags",
		"\t/**\n\t * Creates one.\n\t *\n\t * @throws Nothing.\n\t */\n",
	],
	["no comment", ""],
])(
	"generating the remarks of a method with %s twice gives the same as once",
	(_, comment) => {
		const once = withRemarks(`${comment}\tcreateVendor(body) {}\n`, exhibits);
		expect(once).toContain("@remarks");
		expect(withRemarks(once, exhibits)).toBe(once);
	},
);
