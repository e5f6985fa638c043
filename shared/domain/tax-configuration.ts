import type { Tax } from "./tax.ts";

/** A GST or TDS tax as the organization configured it (spec 2.9). */
export interface TaxConfiguration extends Tax {
	name: string;
}
