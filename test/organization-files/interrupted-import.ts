import { expect } from "vitest";
import { disconnected } from "../../local/aws-gateway/aws-call.ts";
import type { OrganizationFile } from "../../organization-files/schema.ts";
import type { Effect } from "../support/aws-gateway/faults/faults.ts";
import { failStatements } from "../support/aws-gateway/faults/partial-effects.ts";
import type { World } from "../support/world.ts";

/**
 * An import that ends in one of its calls with statements, of which a single one takes effect.
 *
 * @param calls How many calls are carried out before that one.
 */
export async function interruptedImport(
	world: World,
	file: OrganizationFile,
	written: number,
	calls = 0,
) {
	world.skipPauses();
	let number = 0;
	const effect: Effect = async (call, forward) => {
		if (number > calls) return disconnected;
		if (number++ < calls) return forward(call);
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
