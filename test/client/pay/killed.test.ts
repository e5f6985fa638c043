import { describe, expect, it } from "vitest";
import {
	allPaid,
	countExchanges,
	openOffice,
	paidOf,
	payments,
	runsOf,
} from "./support/payments.ts";

describe("a run of pay that is killed at any moment", () => {
	it.each([false, true])(
		"is gone on with by the same command, and pays each row once (the service answered: %s)",
		async (isAnswered) => {
			const last = await countExchanges();
			expect(last).toBeGreaterThan(5);
			for (let exchange = 1; exchange <= last; exchange++) {
				const { world, desk } = await openOffice();
				desk.write("a.csv", payments);
				const killedAt = { exchange, isAnswered };
				const killed = await desk.run(["pay", "a.csv"], { killedAt });
				expect(killed.exitCode).toBeUndefined();
				const again = await desk.run(["pay", "a.csv"]);
				expect(again).toMatchObject({ exitCode: 0 });
				expect(again.output).toContain("Paid: 4 payments, ₹ 2,005.50");
				expect(await paidOf(world)).toEqual(allPaid);
				expect(await runsOf(world)).toHaveLength(1);
			}
		},
	);
});
