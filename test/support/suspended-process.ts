import { isRead } from "../../shared/dynamodb/table.ts";
import { passSeconds } from "./pass-time.ts";
import type { World } from "./world.ts";

/**
 * A process that is suspended before each write is sent, after the write was signed.
 *
 * @param secondsBefore How long before the first, second, … write.
 */
export function suspendedProcess(
	world: World,
	secondsBefore: (write: number) => number,
) {
	world.skipPauses();
	const accessKeyId = "suspended";
	const table = world.connect(accessKeyId);
	let writes = 0;
	for (const client of [table.documents, table.documentsNoRetry])
		client.middlewareStack.add(
			(next, { commandName = "" }) =>
				(args) => {
					if (!isRead(commandName)) {
						writes += 1;
						passSeconds(world, secondsBefore(writes));
					}
					return next(args);
				},
			{ step: "finalizeRequest", priority: "normal", name: "suspended" },
		);
	return {
		accessKeyId,
		table,
		send: world.queue.send,
		writes: () => writes,
	};
}
