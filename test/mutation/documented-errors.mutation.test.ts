import { expect, inject, it } from "vitest";
import errorMessages from "../../tools/reference/error-messages.json" with {
	type: "json",
};
import { recordErrorMessages } from "../tools/openapi/examples/error-messages.ts";

/** What the first step of `npm test` compares, and no test besides. */
it("errors have their documented messages", async () => {
	const shared = {
		dynamodbUrl: inject("dynamodbUrl"),
		grantedActions: inject("grantedActions"),
	};
	expect(await recordErrorMessages(shared)).toEqual(errorMessages);
});
