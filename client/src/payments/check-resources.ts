import type { RequestBody } from "../operations/operation-types.ts";
import type { PaymentResource } from "./resource.ts";

type RunEntry = RequestBody<"createPaymentRun">["resources"][number];

const names: Record<keyof PaymentResource, true> = {
	slug: true,
	amount: true,
	utr: true,
	narration: true,
	paymentDate: true,
};

const runNames: Record<keyof RunEntry, true> = {
	...names,
	vendorId: true,
	invoiceNumber: true,
	ref: true,
};

/**
 * Refuses a misspelt property, such as `utrr`, before anything is sent: the service would ignore it, and record the
 * payment without it.
 *
 * @throws TypeError
 */
export const checkResources = (resources: readonly PaymentResource[]) =>
	check(resources, names);

/** The same check for a payment run, whose request the service would refuse. */
export const checkRunEntries = (entries: readonly RunEntry[]) =>
	check(entries, runNames);

function check(resources: readonly object[], known: object) {
	for (const [index, resource] of resources.entries())
		for (const name of Object.keys(resource))
			if (!Object.hasOwn(known, name))
				throw new TypeError(
					`resources[${index}] has an unknown property ${JSON.stringify(name)}: a payment has ${Object.keys(known).join(", ")}`,
				);
}
