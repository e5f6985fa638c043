import type { SendOptions, World } from "./world.ts";

/** Sends a mark-as-paid request (spec 3.4). */
export const pay = (
	world: World,
	resources: readonly object[],
	options: SendOptions = {},
) =>
	world.post(
		"/v1.0/payment/mark-as-paid",
		{ resourceType: "INVOICE", resources },
		options,
	);
