import { fitsOneItem } from "../../shared/store/dynamodb/item-size.ts";
import { refused } from "../organization-file-error.ts";
import type { PlannedWrite, Upsert } from "./upsert.ts";

/** An upsert of what an organization file says of an item. */
export interface FileUpsert extends Upsert {
	/** JSON pointer of the file's entry. */
	pointer: string;
}

/** @throws OrganizationFileError for an entry, with long lists in it, that no item can hold. */
export function refuseTooLarge(planned: readonly PlannedWrite<FileUpsert>[]) {
	for (const { upsert, statement } of planned) {
		if (fitsOneItem(statement.Parameters)) continue;
		throw refused(upsert.pointer, "must NOT be larger than 399 KB");
	}
}
