import { describe, expect, it } from "vitest";
import { acme, payableInvoices } from "../support/acme.ts";
import { useWorld } from "../support/use-world.ts";
import { expectRecordsAsReported } from "./support/paid-records.ts";
import { faultAt, faults } from "./support/unreliable-network.ts";
import { openClient } from "./support/world-client.ts";

const slugs = ["inv-0", "inv-1", "inv-2"];
const lockedFor = (milliseconds: number) => ({
	slug: "inv-2",
	vendorId: "v-1",
	state: "APPROVED",
	amount: 100,
	lock: {
		holder: "web",
		expiresAt: new Date(
			Date.parse("2026-11-21T10:00:00.000Z") + milliseconds,
		).toISOString(),
	},
});

/** Partial payments: a second one of the same amount would be accepted. */
const resources = [
	{ slug: "inv-0", amount: 10.1 },
	{ slug: "inv-unknown", amount: 1 },
	{ slug: "inv-1", amount: 500 },
	{ slug: "inv-0", amount: 10.1 },
	{ slug: "inv-2", amount: 7 },
];

describe("markAsPaid over an unreliable network", () => {
	const world = useWorld(() =>
		acme({ invoices: [...payableInvoices(2), lockedFor(5_000)] }),
	);

	it.each(faults)(
		"pays once and says so, whichever exchange has the fault %s",
		async (fault) => {
			for (let exchange = 1; ; exchange++) {
				await world.reopen();
				const { client, network } = openClient(world, {
					faultOf: faultAt(fault, exchange),
				});
				const results = await client.markAsPaid(resources);
				await network.deliverAll();
				await expectRecordsAsReported(world, slugs, resources, results);
				expect(statuses(results)).toEqual([
					"DONE",
					expect.stringMatching(/^(NOT_FOUND|NOT_RECORDED)$/),
					expect.stringMatching(/^(AMOUNT_EXCEEDS|NOT_RECORDED)$/),
					"DONE",
					expect.stringMatching(/^(DONE|NOT_RECORDED)$/),
				]);
				if (network.sent.length < exchange) break;
			}
		},
	);
});

const statuses = (
	results: readonly { status: string; reason: string | null }[],
) => results.map(({ status, reason }) => reason ?? status);
