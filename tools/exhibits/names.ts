/** What a part of a request can name: a record of the organization, by its id or by another name that it has. */
export type RecordKind =
	| "batch"
	| "entity"
	| "externalId"
	| "gstTax"
	| "idempotencyKey"
	| "invoice"
	| "invoiceNumber"
	| "payment"
	| "paymentRequest"
	| "paymentRun"
	| "poNumber"
	| "purchaseOrder"
	| "skuCode"
	| "skuName"
	| "tag"
	| "tagOption"
	| "tdsTax"
	| "user"
	| "vendor";

/**
 * What stands in each place of a request; null: it names no record. A place is the name of a parameter, or the path of
 * a property in the body, without the positions of lists: `lineItems.skuCode`. `*` stands for any name of a map.
 *
 * Omitted are headers, `limit` and `cursor`, and places whose schema allows no name (amounts, dates, fixed values).
 */
export type Names = Readonly<Record<string, Named | RecordKind | null>>;

export interface Named {
	kind: RecordKind;
	/** What the request needs besides, for the record to be looked up. */
	with?: object;
	/** The organization chooses it for a new record: another organization may have the same. */
	isChosen?: true;
}
