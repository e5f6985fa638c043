import type { Key } from "../../../shared/dynamodb/keys.ts";
import { unpackFacts } from "../../../shared/invoices/item/invoice-facts.store.ts";
import {
	kindOf,
	type ListKey,
	toListKey,
} from "../../../shared/lists/list-index.store.ts";

/** @returns The list key of a record that an import creates; null: items of its kind are not listed. */
export function findListKey(
	organizationId: string,
	item: ListedItem,
): ListKey | null {
	const kind = kindOf(organizationId, item);
	if (!kind) return null;
	const createdAt =
		kind === "INVOICE" ? unpackFacts(item.facts).createdAt : item.createdAt;
	return toListKey(organizationId, kind, {
		pk: item.pk,
		createdAt: createdAt ?? null,
	});
}

/** The attributes with the creation time of a record. */
interface ListedItem extends Key {
	createdAt?: string | null;
	/** Set for invoices. */
	facts?: Uint8Array;
}
