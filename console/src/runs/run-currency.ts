/** The currency of a run's sum, which is known only if the organization has a single currency. */
export const runCurrency = ({
	baseCurrency,
	currencies,
}: {
	baseCurrency: string;
	currencies: readonly string[];
}): string | null => (currencies.length > 1 ? null : baseCurrency);
