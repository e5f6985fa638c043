import { grantedActionsByFolder } from "../../test/lib/granted-actions.ts";
import { payLimitedBatch } from "../../test/support/limited-batch.ts";
import type { Measurement } from "../ratio.ts";
import type { Rig } from "../rig/rig.ts";

const writes = { table: 1_000, partition: 250 };

/** Time of a large batch on a table with limited write capacity against the least that the limit allows. */
export async function overload(
	{ engineUrl }: Pick<Rig, "engineUrl">,
	count = 40_000,
): Promise<Measurement[]> {
	const { seconds, secondsOfLimit, deadLetters } = await payLimitedBatch(
		count,
		writes,
		{ requests: 10 },
		{
			shared: {
				dynamodbUrl: engineUrl,
				grantedActions: grantedActionsByFolder(),
			},
		},
	);
	if (deadLetters > 0) throw new Error(`${deadLetters} dead letters`);
	return [
		{
			measure: `batch of ${count.toLocaleString("en")} on a table of 1,000 write units/s, 250 a partition: time / the limit's own`,
			samples: [seconds / secondsOfLimit],
			target: { atMost: 1.3 },
		},
	];
}
