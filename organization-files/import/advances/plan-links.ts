import { inGroups } from "../../../shared/runtime/in-groups.ts";
import type { ImportContext } from "../file-entry.ts";
import {
	type AdvancesOfOrder,
	advanceStatement,
	decideLink,
	readStored,
} from "./advances-of-order.ts";

const ordersPerRead = 50;

/** The writes of advances that `linkAdvances` would make, also for orders that the same file creates. */
export async function planLinks(
	context: ImportContext,
	orders: readonly AdvancesOfOrder[],
) {
	const planned = [];
	for (const group of inGroups(orders, ordersPerRead)) {
		const stored = await readStored(context, group);
		for (const order of group) {
			for (const change of decideLink(context, order, stored).changes) {
				const { advance, existing } = change;
				const statement = advanceStatement(context, advance, existing);
				if (statement)
					planned.push({
						upsert: { pointer: advance.pointer },
						statement,
						existing,
					});
			}
		}
	}
	return planned;
}
