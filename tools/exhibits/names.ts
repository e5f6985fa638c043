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
 * What each place of a request names; null when it names no record. A place is the name of a parameter, or the path of a
 * property in the body, without the positions of lists, such as `lineItems.skuCode`. `*` stands for any name of a map.
 *
 * Headers, `limit` and `cursor` are omitted, as are places whose schema allows no name (amounts, dates, fixed values).
 */
export type Names = Readonly<Record<string, Named | RecordKind | null>>;

export interface Named {
	kind: RecordKind;
	/** What else the request needs so that the record is looked up. */
	with?: object;
	/** The organization chooses the name for a new record, so that another organization may have the same. */
	isChosen?: true;
}
