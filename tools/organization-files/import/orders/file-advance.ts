import type { Item } from "../../../../shared/dynamodb/reads/batch-get.ts";
import type { StoredAdvance } from "../../../../shared/payment-requests/find-advance.store.ts";
import type { ImportedAdvance } from "../../../../shared/payment-requests/payment-request.ts";

/** An advance of the file in the form in which it is to be stored. */
export interface FileAdvance extends ImportedAdvance {
	/** JSON pointer of the entry. */
	pointer: string;
	/** The digest of the entry. */
	importDigest: string;
	existing: Item | undefined;
	/** The stored request, if it was raised over the API and the file decides it. */
	decided: StoredAdvance | undefined;
}
