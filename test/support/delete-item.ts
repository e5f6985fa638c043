import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import type { Key } from "../../shared/dynamodb/keys.ts";
import type { World } from "./world.ts";

/** Removes an item outside of the service, as a loss or the end of its time to live does. */
export const deleteItem = ({ table }: Pick<World, "table">, { pk, sk }: Key) =>
	table.documents.send(
		new DeleteCommand({ TableName: table.name, Key: { pk, sk } }),
	);
