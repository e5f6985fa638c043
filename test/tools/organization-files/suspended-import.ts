import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { importLeaseKey } from "../../../shared/dynamodb/keys.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import type { World } from "../../support/world.ts";

const writing = ["BatchExecuteStatement", "ExecuteTransaction"];

/**
 * An import by a process that is suspended while a call that writes is on the way, for so long that its lease is taken
 * over.
 *
 * @param meanwhile What happens before the call arrives: other imports begin and end.
 * @param calls How many calls that write are carried out before that one.
 */
export async function suspendedImport(
	world: World,
	file: OrganizationFile,
	meanwhile: () => Promise<unknown>,
	calls = 0,
) {
	let isReached = false;
	let number = 0;
	const added = world.gateway.faults.add({
		accessKeyId: "test",
		effect: async (call, forward) => {
			if (isReached || !writing.includes(call.operation)) return forward(call);
			if (number++ < calls) return forward(call);
			isReached = true;
			await loseLease(world, file.org.id);
			await meanwhile();
			return forward(call);
		},
	});
	try {
		await world.import(file);
	} finally {
		added.remove();
	}
	if (!isReached) throw new Error("The import made no such call");
}

/** As if another import had taken the lease over, and ended. */
export const loseLease = ({ table }: World, organizationId: string) =>
	table.documents.send(
		new DeleteCommand({
			TableName: table.name,
			Key: importLeaseKey(organizationId),
		}),
	);
