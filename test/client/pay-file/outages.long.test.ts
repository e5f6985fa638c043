import { describe, expect, it } from "vitest";
import {
	holdBatchGuard,
	releaseBatchGuard,
} from "../../../shared/batches/batch-guard.store.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { failBefore } from "../../support/aws-gateway/faults/effects.ts";
import { invoiceState } from "../../support/invoices.ts";
import { useWorld } from "../../support/use-world.ts";
import type { Fault, PlainRequest } from "../support/unreliable-network.ts";
import { paymentsFileIn } from "./support/pay-in-world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(101) }));
const csv = "slug,amount,utr\ninv-0,10,U0\n";

const minutesSince = (begun: number) =>
	(world.time.now.getTime() - begun) / 60_000;

/** A run of two hours has not ended by itself. */
const endAfterTwoHours = (begun: number) => async () => {
	if (minutesSince(begun) > 120) throw new Error("It does not end");
};

describe("11.4: a service that settles no row", () => {
	const onPosts =
		(fault: Fault) =>
		(_: number, { method }: PlainRequest) =>
			method === "POST" ? fault : undefined;

	it.each(["THROTTLED", "UNAVAILABLE", "DROP_REQUEST", "DROP_ANSWER"] as const)(
		"is left after half an hour, with code 4: %s, and no payment can be recorded",
		async (fault) => {
			const file = paymentsFileIn(world, csv);
			world.skipPauses();
			world.addFault({
				operation: "BatchExecuteStatement",
				effect: failBefore(),
			});
			const begun = world.time.now.getTime();
			const { exitCode, errors, output } = await file.run([], {
				faultOf: onPosts(fault),
				onPause: endAfterTwoHours(begun),
			});
			expect(exitCode).toBe(4);
			expect(errors).toContain("Run the same command again");
			expect(output).toContain(
				fault === "THROTTLED"
					? "Not paid: 1 row"
					: "Not known yet whether paid: 1 row",
			);
			expect(minutesSince(begun)).toBeGreaterThan(25);
			expect(minutesSince(begun)).toBeLessThan(31);
		},
	);

	it("is left after half an hour when it answers 500 and records nothing; the next run pays", async () => {
		const file = paymentsFileIn(world, csv);
		world.skipPauses();
		const fault = world.addFault({
			operation: "BatchExecuteStatement",
			effect: failBefore(),
		});
		const begun = world.time.now.getTime();
		const { exitCode } = await file.run([], {
			onPause: endAfterTwoHours(begun),
		});
		expect(exitCode).toBe(4);
		expect(minutesSince(begun)).toBeLessThan(31);
		fault.remove();
		expect((await file.run()).exitCode).toBe(0);
		expect((await invoiceState(world, "inv-0")).due).toBe("90");
	});

	it("is waited for longer while a batch of the organization is running", async () => {
		const rows = Array.from({ length: 101 }, (_, index) => `inv-${index},10,`);
		const file = paymentsFileIn(world, ["slug,amount,utr", ...rows].join("\n"));
		const begun = world.time.now.getTime();
		let isHeld = true;
		await holdBatchGuard(world.table, "acme", "web");
		const { exitCode } = await file.run([], {
			onPause: async () => {
				if (!isHeld || minutesSince(begun) < 45) return;
				isHeld = false;
				await releaseBatchGuard(world.table, "acme");
			},
		});
		expect(exitCode).toBe(0);
	});
});
