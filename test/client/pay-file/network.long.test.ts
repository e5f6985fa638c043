import { describe, expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import { workOff } from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import { useWorld } from "../../support/use-world.ts";
import { faults } from "../support/unreliable-network.ts";
import { paymentsFileIn } from "./support/pay-in-world.ts";

/** Parts of what is due: a second payment of the same amount would be accepted. */
const csv = "slug,amount,utr\ninv-0,10.1,U0\ninv-1,10.1,U1\ninv-0,5,U2\n";

describe("11.4: over an unreliable network", () => {
	const world = useWorld(() => acme({ invoices: payableInvoices(2) }));

	it.each(faults)(
		"each row is paid once, whichever exchange has the fault %s",
		async (fault) => {
			for (let at = 1; ; at++) {
				await world.reopen();
				const file = paymentsFileIn(world, csv);
				const first = await file.run([], {
					faultOf: (exchange) => (exchange === at ? fault : undefined),
				});
				// What stopped it is over at the second run.
				const { exitCode } =
					first.exitCode === 0 ? first : await file.run(["--resume"]);
				await first.deliverLate();
				await workOff(world);
				expect({ at, exitCode }).toEqual({ at, exitCode: 0 });
				const states = await Promise.all(
					["inv-0", "inv-1"].map((slug) => invoiceState(world, slug)),
				);
				expect({ at, due: states.map(({ due }) => due) }).toEqual({
					at,
					due: ["84.9", "89.9"],
				});
				const keys = states.flatMap(({ payments }) =>
					payments.map(({ utr, idempotencyKey }) => `${utr} ${idempotencyKey}`),
				);
				expect(keys.toSorted()).toEqual(
					file
						.results()
						.map(({ utr, idempotencyKey }) => `${utr} ${idempotencyKey}`),
				);
				if (first.sent.length < at) break;
			}
		},
	);
});
