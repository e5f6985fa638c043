/**
 * The currency of the sum of a run, and of a payment whose invoice does not exist. It is known where the organization
 * has one currency only.
 */
export const runCurrency = ({
	baseCurrency,
	currencies,
}: {
	baseCurrency: string;
	currencies: readonly string[];
}): string | null => (currencies.length > 1 ? null : baseCurrency);
