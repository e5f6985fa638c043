import { expect, it } from "vitest";
import { cutCodePoints } from "../../../shared/text/code-points.ts";

it("cuts a text after its first code points, and splits none", () => {
	expect(cutCodePoints("𝒂𝒃𝒄d", 3)).toBe("𝒂𝒃𝒄");
	expect(cutCodePoints("abcd", 3)).toBe("abc");
	expect(cutCodePoints("ab", 3)).toBe("ab");
});
