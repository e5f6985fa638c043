import { expect, it } from "vitest";
import {
	isKeyText,
	reversalKey,
	reversalPrefix,
} from "../../../shared/dynamodb/keys.ts";

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

it("C1: a prefix names the reversals of one payments page: page 1 has none of page 10", () => {
	const isOf = (prefixPage: number, page: number) =>
		reversalKey("acme", "inv-1", {
			page,
			paymentId: "01M7YRRT801SBRXJ1F8V4DQ035-0",
		}).sk.startsWith(reversalPrefix(prefixPage));
	expect([isOf(1, 1), isOf(10, 10), isOf(1, 10)]).toEqual([true, true, false]);
});
