/** What a part of a request can name: a record of the organization, by its id or by another name that it has. */
export const recordKinds = [
	"batch",
	"entity",
	"gstTax",
	"idempotencyKey",
	"invoice",
	"invoiceNumber",
	"payment",
	"paymentRequest",
	"poNumber",
	"purchaseOrder",
	"skuCode",
	"skuName",
	"tag",
	"tagOption",
	"tdsTax",
	"user",
	"vendor",
] as const;

export type RecordKind = (typeof recordKinds)[number];

/**
 * What stands in each place of a request; null: it names no record. A place is the name of a parameter, or the path of
 * a property in the body, without the positions of lists: `lineItems.skuCode`. `*` stands for any name of a map.
 *
 * Omitted are headers, `limit` and `cursor`, and places whose schema allows no name (amounts, dates, fixed values).
 */
export type Names = Readonly<Record<string, Named | RecordKind | null>>;

interface Named {
	kind: RecordKind;
	/** What the body needs besides, for the record to be looked up. */
	with: object;
}
