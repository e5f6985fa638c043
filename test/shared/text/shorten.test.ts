import { expect, it } from "vitest";
import { shorten } from "../../../shared/text/shorten.ts";

it("a text of up to 100 characters stays; a longer one keeps its ends", () => {
	expect(shorten("a".repeat(100))).toBe("a".repeat(100));
	expect(shorten(`start${"x".repeat(1_000)}end`)).toMatch(/^startx+…x+end$/);
	expect(shorten("a".repeat(101))).toHaveLength(100);
	expect(shorten("abcdefghij", 7)).toBe("abcd…ij");
});

it("no character is cut in half", () => {
	for (const before of ["", "a", "ab"]) {
		const text = shorten(`${before}${"😀".repeat(200)}${before}`);
		expect(text.isWellFormed()).toBe(true);
		expect(text.length).toBeLessThanOrEqual(100);
	}
});
