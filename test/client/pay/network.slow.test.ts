import { describe, expect, it } from "vitest";
import { faults } from "../support/unreliable-network.ts";
import {
	allPaid,
	countExchanges,
	openOffice,
	paidOf,
	payments,
} from "./support/payments.ts";

describe("a network that fails once", () => {
	it.each(faults)(
		"%s, at any request: each row is paid once",
		async (fault) => {
			const last = await countExchanges();
			for (let exchange = 1; exchange <= last; exchange++) {
				const { world, desk } = await openOffice();
				desk.write("a.csv", payments);
				await desk.run(["pay", "a.csv"], {
					faultOf: (now) => (now === exchange ? fault : undefined),
				});
				expect(await desk.run(["pay", "a.csv"])).toMatchObject({ exitCode: 0 });
				expect(await paidOf(world)).toEqual(allPaid);
			}
		},
	);
});
