import fc from "fast-check";
import { expect, it } from "vitest";
import { toMailAmount } from "../../../shared/mails/content/mail-amount.ts";
import { toDecimal } from "../../../shared/money/decimal.ts";
import { propertySeed } from "../../support/property-seed.ts";

const file: string = "../../../console/src/parts/money.tsx";
const { formatAmount } = await import(file);

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
