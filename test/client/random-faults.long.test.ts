import fc from "fast-check";
import { expect, it } from "vitest";
import {
	PaymentsIncompleteError,
	type ProcurementPaymentsClient,
	type ResourceResult,
} from "../../client/src/index.ts";
import { acme, payableInvoices } from "../support/acme.ts";
import { propertySeed } from "../support/property-seed.ts";
import { useWorld } from "../support/use-world.ts";
import { expectRecordsAsReported } from "./support/paid-records.ts";
import { faults } from "./support/unreliable-network.ts";
import { openClient } from "./support/world-client.ts";

const slugs = ["inv-0", "inv-1"];
const resources = [
	{ slug: "inv-0", amount: 10 },
	{ slug: "inv-1", amount: 20 },
	{ slug: "inv-0", amount: 30 },
];
const world = useWorld(() => acme({ invoices: payableInvoices(2) }));

it("pays once and says so after any sequence of faults, if necessary in a later call", async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.constantFrom(undefined, ...faults), { maxLength: 8 }),
			async (sequence) => {
				await world.reopen();
				const { client, network } = openClient(world, {
					faultOf: (exchange) => sequence[exchange - 1],
				});
				const results = await payOrResume(client);
				await network.deliverAll();
				await expectRecordsAsReported(world, slugs, resources, results);
				expect(results.map(({ status }) => status)).toEqual(
					resources.map(() => "DONE"),
				);
			},
		),
		{ seed: propertySeed, numRuns: 60 },
	);
});

/** Little time for each call, so that many end with an unknown outcome. */
const options = { settleWithinMs: 1_200 };

async function payOrResume(
	client: ProcurementPaymentsClient,
): Promise<ResourceResult[]> {
	const error = await client
		.markAsPaid(resources, options)
		.catch((reason: unknown) => reason);
	if (Array.isArray(error)) return error;
	if (!(error instanceof PaymentsIncompleteError)) return payOrResume(client);
	const [{ attempt = null } = {}] = error.unfinished;
	for (let call = 0; attempt && call < 20; call++) {
		const outcome = await client.payOnce(resources, { ...options, attempt });
		if (outcome.status === "SETTLED") return outcome.results;
		expect(outcome.status).toBe("UNKNOWN");
	}
	throw error;
}
