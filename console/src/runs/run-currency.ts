/** The sum of a run has a currency where the organization has one only. */
export const runCurrency = ({
	baseCurrency,
	currencies,
}: {
	baseCurrency: string;
	currencies: readonly string[];
}): string | null => (currencies.length > 1 ? null : baseCurrency);
