import type { PaymentResource } from "./resource.ts";

const names: Record<keyof PaymentResource, true> = {
	slug: true,
	amount: true,
	utr: true,
	narration: true,
	paymentDate: true,
};

/**
 * Refuses a misspelt property, such as `utrr`, before anything is sent: the service ignores it and would record the
 * payment without it.
 *
 * @throws TypeError
 */
export function checkResources(resources: readonly PaymentResource[]) {
	for (const [index, resource] of resources.entries())
		for (const name of Object.keys(resource))
			if (!Object.hasOwn(names, name))
				throw new TypeError(
					`resources[${index}] has an unknown property ${JSON.stringify(name)}: a payment has ${Object.keys(names).join(", ")}`,
				);
}
