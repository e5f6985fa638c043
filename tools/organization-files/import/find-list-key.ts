import type { Key } from "../../../shared/dynamodb/keys.ts";
import {
	kindOf,
	type ListKey,
	toListKey,
} from "../../../shared/lists/list-index.store.ts";

/**
 * Finds the list key of a record that an import creates.
 *
 * @returns Null when the kind of the item is not listed.
 */
export function findListKey(
	organizationId: string,
	key: Key,
	createdAt: string,
): ListKey | null {
	const kind = kindOf(organizationId, key);
	return kind
		? toListKey(organizationId, kind, { pk: key.pk, createdAt })
		: null;
}
