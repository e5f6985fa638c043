import { inGroups } from "../../shared/collections/in-groups.ts";

/** Pays a fixed number of invoices for each sample, and remembers which ones. */
export interface Payer {
	paid: readonly string[];
	/** @returns The sample. */
	pay(): Promise<number>;
}

/** @param pay Pays some invoices, and answers the sample. */
export function createPayer(
	slugs: readonly string[],
	invoicesPerSample: number,
	pay: (slugs: string[]) => Promise<number>,
): Payer {
	const groups = inGroups(slugs, invoicesPerSample);
	const paid: string[] = [];
	return {
		paid,
		pay() {
			const { value = [] } = groups.next();
			paid.push(...value);
			return pay(value);
		},
	};
}
