import {
	disconnected,
	parse,
} from "../../../tools/local/aws-gateway/aws-call.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import type { Effect } from "../../support/aws-gateway/faults/faults.ts";
import { failStatements } from "../../support/aws-gateway/faults/partial-effects.ts";
import type { World } from "../../support/world.ts";

type Selects = (statement: string) => boolean;

/**
 * An import that ends in one of its calls that write.
 *
 * @param calls How many such calls are carried out before that one.
 * @param written The only statement of a batch that takes effect, or those of which it is true. A transaction takes effect
 *   if it is 0.
 * @returns false when the import ended before that call.
 */
export async function interruptedImport(
	world: World,
	file: OrganizationFile,
	{ calls, written }: { calls: number; written: number | Selects },
): Promise<boolean> {
	world.skipPauses();
	let number = 0;
	const end: Effect = async (call, forward) => {
		if (call.operation === "ExecuteTransaction") {
			if (written === 0) await forward(call);
			return disconnected;
		}
		const { Statements } = parse<{ Statements: object[] }>(call);
		const chosen = (index: number) =>
			typeof written === "number"
				? index !== written
				: !written(JSON.stringify(Statements[index]));
		return failStatements({ code: "InternalServerError", chosen })(
			call,
			forward,
		);
	};
	const effect: Effect = async (call, forward) => {
		const isWrite = /^(BatchExecuteStatement|ExecuteTransaction)$/;
		if (number > calls) return disconnected;
		if (!isWrite.test(call.operation)) return forward(call);
		return number++ < calls ? forward(call) : end(call, forward);
	};
	const added = world.gateway.faults.add({ accessKeyId: "test", effect });
	const isInterrupted = await world.import(file).then(
		() => false,
		() => true,
	);
	added.remove();
	return isInterrupted;
}
