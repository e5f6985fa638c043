import { expect, it } from "vitest";
import { isKeyText } from "../../../shared/dynamodb/keys.ts";

it.each<[string, boolean]>([
	["", false],
	["a", true],
	["x".repeat(1_024), true],
	["x".repeat(1_025), false],
	["é".repeat(512), true],
	["é".repeat(513), false],
	["😀".repeat(256), true],
	["😀".repeat(257), false],
])(
	"decisions, Mark-as-paid: a record may be stored under 1 to 1,024 bytes of UTF-8 (%#)",
	(text, expected) => {
		expect(isKeyText(text)).toBe(expected);
	},
);
