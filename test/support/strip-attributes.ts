import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Item } from "../../shared/dynamodb/reads/batch-get.ts";
import { tableContents } from "./table-contents.ts";
import type { World } from "./world.ts";

/** Takes attributes from items. */
export async function stripAttributes(
	world: World,
	names: readonly [string, ...string[]],
	isOld: (item: Item) => boolean = () => true,
) {
	const { table } = world;
	const items = [...(await tableContents(world)).values()];
	for (const { pk, sk } of items.filter(isOld))
		await table.documents.send(
			new UpdateCommand({
				TableName: table.name,
				Key: { pk, sk },
				UpdateExpression: `REMOVE ${names.join(", ")}`,
			}),
		);
}
