import { expect, it } from "vitest";
import errorMessages from "../../tools/reference/error-messages.json" with {
	type: "json",
};
import { recordErrorMessages } from "../tools/openapi/examples/error-messages.ts";

/** The first step of `npm test` compares them; no other test does. */
it("errors have their documented messages", async () => {
	expect(await recordErrorMessages()).toEqual(errorMessages);
});
