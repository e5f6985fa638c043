import { expect } from "vitest";
import { disconnected } from "../../local/aws-gateway/aws-call.ts";
import type { Effect } from "../../local/aws-gateway/faults/faults.ts";
import { failStatements } from "../../local/aws-gateway/faults/partial-effects.ts";
import type { OrganizationFile } from "../../organization-files/schema.ts";
import type { World } from "../support/world.ts";

/** An import that ends in its first call with statements, of which a single one takes effect. */
export async function interruptedImport(
	world: World,
	file: OrganizationFile,
	written: number,
) {
	world.skipPauses();
	let isFirst = true;
	const effect: Effect = async (call, forward) => {
		if (!isFirst) return disconnected;
		isFirst = false;
		const chosen = (index: number) => index !== written;
		return failStatements({ code: "InternalServerError", chosen })(
			call,
			forward,
		);
	};
	const added = world.gateway.faults.add({
		operation: "BatchExecuteStatement",
		effect,
	});
	await expect(world.import(file)).rejects.toThrow();
	added.remove();
}
