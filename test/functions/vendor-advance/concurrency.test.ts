import { it } from "vitest";
import { raceForOrders } from "./rivals.ts";

it("4.3 rule 5: of 16 concurrent advances one gets the order", async () => {
	await raceForOrders(5);
});
