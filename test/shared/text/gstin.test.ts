import { describe, expect, it } from "vitest";
import { gstinPattern } from "../../../shared/text/gstin.ts";

const isGstin = (text: string) => new RegExp(gstinPattern, "u").test(text);

const digits = "0123456789";
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const others = [..."abcxyz -_.#", "Ä", "०", "１", "Ａ", "😀", "\n", ""];

/** What each of the 15 characters may be. */
const allowed = [
	...[digits, digits],
	...[letters, letters, letters, letters, letters],
	...[digits, digits, digits, digits],
	letters,
	`123456789${letters}`,
	"Z",
	digits + letters,
];

describe("2.4: gstin", () => {
	it.each([
		"27AAPFU0939F1ZV",
		"29AAGCB7383J1Z4",
		"00AAAAA0000A1Z0",
		"99ZZZZZ9999ZZZZ",
	])("accepts %s", (gstin) => {
		expect(isGstin(gstin)).toBe(true);
	});

	it.each(allowed.map((characters, index) => [index + 1, characters] as const))(
		"character %i is one of %s",
		(position, characters) => {
			const at = position - 1;
			const gstin = "27AAPFU0939F1ZV";
			for (const character of [...digits, ...letters, ...others]) {
				const changed = gstin.slice(0, at) + character + gstin.slice(at + 1);
				const isAllowed = character !== "" && characters.includes(character);
				expect([changed, isGstin(changed)]).toEqual([changed, isAllowed]);
			}
		},
	);

	it.each([
		"",
		"27AAPFU0939F1ZVV",
		" 27AAPFU0939F1ZV",
		"27AAPFU0939F1ZV\n",
		"27AAPFU0939F1ZV\n27AAPFU0939F1ZV",
	])("refuses %j", (text) => {
		expect(isGstin(text)).toBe(false);
	});
});
