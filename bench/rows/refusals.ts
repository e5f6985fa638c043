import { hostileBodies } from "../../test/support/hostile-bodies.ts";
import { quietRounds } from "../quiet-rounds.ts";
import type { Measurement } from "../ratio.ts";
import { markAsPaidEvent } from "../rig/mark-as-paid-event.ts";
import type { Rig } from "../rig/rig.ts";

const rounds = 15;
const warmUpRequests = 5;

/** How long mark-as-paid takes to refuse bodies that are made to cost much, its claim included. */
export async function refusals({ bundles, start, store }: Rig) {
	// Imports the organization.
	await store.addInvoices(1);
	const client = start(bundles.markAsPaid);
	const measurements: Measurement[] = [];
	for (const [name, body] of Object.entries(hostileBodies)) {
		const refuse = async () => {
			const event = { ...markAsPaidEvent([]), body };
			const { response, wallMilliseconds } = await client.ask({ event });
			if (response.statusCode !== 400)
				throw new Error(`${name}: ${response.statusCode}`);
			return wallMilliseconds;
		};
		for (let request = 0; request < warmUpRequests; request++) await refuse();
		measurements.push({
			measure: `milliseconds to refuse ${name}`,
			...(await quietRounds(rounds, refuse)),
			target: { atMost: 25 },
		});
	}
	return measurements;
}
