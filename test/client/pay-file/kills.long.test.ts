import { describe, expect, it } from "vitest";
import { auditedWorld } from "../../reliability/audited.ts";
import { expectInvariants } from "../../reliability/invariants.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { workOff } from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import type { World } from "../../support/world.ts";
import { deaths, mortal } from "./support/mortal.ts";
import {
	type PaymentsFileInWorld,
	paymentsFileIn,
} from "./support/pay-in-world.ts";

const minutes = 60;
const hours = 60 * minutes;

/** Parts of what is due: a second payment of the same amount would be accepted. */
const toCsv = (count: number) =>
	[
		"slug,amount,utr",
		...Array.from(
			{ length: count },
			(_, index) => `inv-${index},10.1,U${index}`,
		),
	].join("\n");

const delays = [
	{ delay: "at once", seconds: 0, isHeldUp: true },
	// No network holds a request for so long.
	{ delay: "25 hours later", seconds: 25 * hours, isHeldUp: false },
	{ delay: "4.5 minutes later", seconds: 4.5 * minutes, isHeldUp: true },
	{ delay: "6 minutes later", seconds: 6 * minutes, isHeldUp: true },
	{ delay: "22 hours later", seconds: 22 * hours, isHeldUp: true },
	{ delay: "100 days later", seconds: 2_400 * hours, isHeldUp: false },
];

describe.each([
	{ request: "a request of 3 rows", count: 3, delays },
	{ request: "a batch of 101 rows", count: 101, delays: delays.slice(0, 2) },
])("11.4: $request", ({ count, delays }) => {
	const world = useWorld(() => acme({ invoices: payableInvoices(count) }));

	describe.each(delays)("run again $delay", ({ seconds, isHeldUp }) => {
		it.each(deaths)(
			"killed %s each write and request: pays each row once",
			async (death) => {
				for (let at = 1; ; at++) {
					await world.reopen();
					const file = paymentsFileIn(world, toCsv(count));
					const killed = await file.run([], { process: mortal(at, death) });
					if (killed.exitCode !== undefined) {
						expect(at).toBeGreaterThan(4);
						break;
					}
					if (!isHeldUp) await killed.deliverLate();
					await workOff(world);
					passSeconds(world, seconds);

					const { exitCode, errors } = await file.run(["--resume"]);
					expect({ at, exitCode, errors }).toEqual({
						at,
						exitCode: 0,
						errors: "",
					});
					await killed.deliverLate();
					await workOff(world);
					await expectEachPaidOnce(world, file, count);
				}
			},
		);
	});
});

async function expectEachPaidOnce(
	world: World,
	file: PaymentsFileInWorld,
	count: number,
) {
	await expectInvariants(auditedWorld(world, null));
	const results = file.results();
	expect(results).toHaveLength(count);
	const invoices = await Promise.all(
		results.map((_, index) => invoiceState(world, `inv-${index}`)),
	);
	for (const [index, { due, payments }] of invoices.entries()) {
		const slug = `inv-${index}`;
		const result = results[index];
		expect({ slug, due }).toEqual({ slug, due: "89.9" });
		expect(result).toMatchObject({ slug, status: "DONE", utr: `U${index}` });
		expect(payments.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
			result?.idempotencyKey,
		]);
	}
}
