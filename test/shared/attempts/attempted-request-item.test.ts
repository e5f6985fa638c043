import fc from "fast-check";
import { expect, it } from "vitest";
import {
	fromAttemptedRequestItem,
	toAttemptedRequestItem,
} from "../../../shared/attempts/attempted-request-item.store.ts";
import { anyText } from "../../support/any-text.ts";
import { propertySeed } from "../../support/property-seed.ts";

it("R9: a claim gives back the slugs and amounts that it was given, in their order", () => {
	const payment = fc.record({
		slug: anyText({ maxLength: 200 }),
		amount: fc.double({ min: 1e-20, max: 1e15, noNaN: true }),
	});
	const payments = fc.array(payment, { minLength: 1, maxLength: 100 });
	fc.assert(
		fc.property(payments, (payments) => {
			const request = { kind: "PAYMENTS" as const, payments };
			expect(fromAttemptedRequestItem(toAttemptedRequestItem(request))).toEqual(
				request,
			);
		}),
		{ seed: propertySeed },
	);
});

it.each(["BATCH", "ADVANCE", "INVALID"] as const)(
	"R9: a claim of a request that is %s keeps no more than that",
	(kind) => {
		expect(toAttemptedRequestItem({ kind })).toEqual({ request: kind });
		expect(fromAttemptedRequestItem({ request: kind })).toEqual({ kind });
	},
);

it.each([{}, { slugs: new Uint8Array() }, { amounts: new Uint8Array() }])(
	"R9: a claim that lacks its payments is an error that says so: %o",
	(rest) => {
		expect(() =>
			fromAttemptedRequestItem({ request: "PAYMENTS", ...rest }),
		).toThrow("A claim lacks its payments");
	},
);
