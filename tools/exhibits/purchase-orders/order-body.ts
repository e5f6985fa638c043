import type { Names } from "../names.ts";

export const orderBody = {
	poType: "SERVICES",
	matchingType: "TWO_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
	lineItems: [{ identifier: "visit", quantity: 1, rate: 2_500 }],
};

/** SKUs are looked up only for a three-way match. */
const threeWay = { matchingType: "THREE_WAY" };

/** What an order, and the patch of a draft, may name. */
export const orderNames: Names = {
	vendorId: "vendor",
	poNumber: { kind: "poNumber", isChosen: true },
	"tags.*": "tag",
	"tags.*.value": "tagOption",
	"lineItems.taxId": "gstTax",
	"lineItems.skuCode": { kind: "skuCode", with: threeWay },
	"lineItems.skuName": { kind: "skuName", with: threeWay },
	"lineItems.tags.*": "tag",
	"lineItems.tags.*.value": "tagOption",
	"lineItems.identifier": null,
	gstin: null,
	description: null,
	paymentTerms: null,
	termsAndConditions: null,
	additionalNotes: null,
};
