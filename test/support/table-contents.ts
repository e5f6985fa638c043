import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { Item } from "../../shared/dynamodb/reads/batch-get.ts";
import type { World } from "./world.ts";

/**
 * Every item of the table, by key: what was changed, and what was not, shows in a comparison. Idempotency claims and
 * ends of requests are left out unless asked for: every request that carries a key leaves them (ADR 5, ADR 13).
 */
export async function tableContents(
	{ table }: Pick<World, "table">,
	{ withClaims = false } = {},
): Promise<Map<string, Item>> {
	const contents = new Map<string, Item>();
	let ExclusiveStartKey: Item | undefined;
	do {
		const page = await table.documents.send(
			new ScanCommand({
				TableName: table.name,
				ConsistentRead: true,
				...(ExclusiveStartKey && { ExclusiveStartKey }),
			}),
		);
		for (const item of page.Items ?? []) {
			if (withClaims || !["IDEM", "END"].includes(item.sk))
				contents.set(`${item.pk} ${item.sk}`, item);
		}
		ExclusiveStartKey = page.LastEvaluatedKey;
	} while (ExclusiveStartKey);
	return contents;
}
