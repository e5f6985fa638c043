import { it } from "vitest";
import { raceForOrders } from "./race-for-orders.ts";

it("4.3 rule 5: of 32 concurrent advances one gets the order, 200 times in a row", async () => {
	await raceForOrders(200);
});
