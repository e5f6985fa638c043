import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Item } from "./batch-get.ts";

/**
 * Sees a conditional write, which asks for `ALL_OLD`, to its end.
 *
 * @returns null when it took effect, else the item for which its condition does not hold, `{}` for none. That may be the
 *   echo of this very write: the SDK repeats one whose answer was lost.
 */
export async function findConflictingItem(
	write: Promise<unknown>,
): Promise<Item | null> {
	try {
		await write;
		return null;
	} catch (error) {
		if (!(error instanceof ConditionalCheckFailedException)) throw error;
		return unmarshall(error.Item ?? {}, { wrapNumbers: true });
	}
}
