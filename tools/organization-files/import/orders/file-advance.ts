import type { ImportedAdvance } from "../../../../shared/domain/payment-request.ts";
import type { StoredAdvance } from "../../../../shared/store/advances/find-advance.ts";
import type { Item } from "../../../../shared/store/dynamodb/batch-get.ts";

/** An advance of the file, as it is to be stored. */
export interface FileAdvance extends ImportedAdvance {
	/** JSON pointer of the entry. */
	pointer: string;
	/** Digest of the entry. */
	importDigest: string;
	existing: Item | undefined;
	/** The stored request, if it was raised over the API and the file decides it. */
	decided: StoredAdvance | undefined;
}
