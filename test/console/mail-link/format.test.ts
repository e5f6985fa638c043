import fc from "fast-check";
import { expect, it } from "vitest";
import { toMailAmount } from "../../../shared/mails/content/mail-amount.ts";
import { toDecimal } from "../../../shared/money/decimal.ts";
import { propertySeed } from "../../support/property-seed.ts";

const file: string = "../../../console/src/parts/money.tsx";
const { formatAmount, formatSums, sumByCurrency } = await import(file);

it("amounts of several currencies, or of none that is known, are never added up", () => {
	const sums = sumByCurrency([
		{ currency: "INR", amount: 1 },
		{ currency: null, amount: 5 },
		{ currency: "USD", amount: 2 },
		{ currency: "INR", amount: 3 },
		{ currency: null, amount: 7 },
	]);
	expect(formatSums(sums)).toBe(
		"₹\u00a04.00, $\u00a02.00 and amounts of unknown currency",
	);
	expect(formatSums([])).toBe("nothing");
});

it("A9: the pages show every amount as the mail does, to the last digit", () => {
	fc.assert(
		fc.property(
			fc.constantFrom("INR", "EUR", "JPY"),
			fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
			fc.integer({ min: 0, max: 20 }),
			(currency, digits, decimals) => {
				const amount = toDecimal(`${digits}`).div(toDecimal(10).pow(decimals));
				expect(formatAmount(currency, amount.toFixed())).toBe(
					toMailAmount(currency, amount),
				);
			},
		),
		{ seed: propertySeed },
	);
});
