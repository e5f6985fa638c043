import { toWho } from "../actors/actor.ts";
import { type Sku, toSkuDetails } from "./sku.ts";

/** Records R3 */
export const toSkuRecord = (sku: Sku) => ({
	...toSkuDetails(sku, (rate) => rate),
	createdAt: sku.createdAt,
	createdBy: toWho(sku.createdBy),
});
