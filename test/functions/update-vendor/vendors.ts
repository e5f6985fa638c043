import type { SendOptions, World } from "../../support/world.ts";
import { acmeWithOrders } from "../purchase-order/orders.ts";

export const vendorPath = "/v1.0/vendor/v-1";

/** Acme with v-1 as its only vendor. */
export const acmeWithVendor = (vendor: object = {}) => ({
	...acmeWithOrders(),
	vendors: [{ id: "v-1", name: "Steel Traders", ...vendor }],
});

export const patchVendor = (
	world: World,
	body: unknown,
	options?: SendOptions,
) => world.patch(vendorPath, body, options);

export const vendorRecord = async (world: World) =>
	(await world.get(vendorPath)).body.data;
