import type { Names } from "../names.ts";

/** What a vendor advance, and its resubmission, may name. */
export const advanceNames: Names = {
	vendorId: "vendor",
	gstId: { kind: "gstTax", with: { gstAmount: 180 } },
	tdsId: { kind: "tdsTax", with: { tdsAmount: 100 } },
	orgEntity: "entity",
	purchaseOrderLinkId: "purchaseOrder",
	"tags.*": "tag",
	"tags.*.value": "tagOption",
	currency: null,
	narration: null,
};
