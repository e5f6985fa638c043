import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { tableContents } from "./table-contents.ts";
import type { World } from "./world.ts";

/** Takes attributes from every item, as if a version that did not know them had written it. */
export async function stripAttributes(
	world: World,
	names: readonly [string, ...string[]],
) {
	const { table } = world;
	for (const { pk, sk } of (await tableContents(world)).values())
		await table.documents.send(
			new UpdateCommand({
				TableName: table.name,
				Key: { pk, sk },
				UpdateExpression: `REMOVE ${names.join(", ")}`,
			}),
		);
}
