import type { TagsAt } from "../../shared/domain/tags.ts";
import type { PurchaseOrderBody } from "./schema.ts";

/** Every `tags` object of an order, its own and its line items' (spec 2.6). */
export function orderTags({ tags, lineItems }: PurchaseOrderBody): TagsAt[] {
	return [
		...(tags ? [{ pointer: "/tags", tags }] : []),
		...lineItems.flatMap(({ tags }, index) =>
			tags ? [{ pointer: `/lineItems/${index}/tags`, tags }] : [],
		),
	];
}
