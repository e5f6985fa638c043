import { toDecimal, toDecimalText } from "../../../../shared/money/decimal.ts";
import type { ReportedWrite } from "../../reported.ts";

/** What a write does to one record. */
export interface Effect {
	write: ReportedWrite;
	/** Names a record, such as `invoice inv-0`. It is null when no one knows the id that the service gave it. */
	record: string | null;
	/** Everything that only one record can have, and that this one then has. */
	names: readonly string[];
	/** Its properties, as far as the write sets them. */
	values: Values;
	/** It has taken effect; else it may have. */
	isCertain: boolean;
}

/** Properties of a record, as texts: amounts without needless zeros, absent ones null. */
export type Values = Readonly<Record<string, string | null>>;

export const toEffect = (
	write: ReportedWrite,
	record: string | null,
	values: Values,
	more: { names?: readonly string[]; isCertain?: boolean } = {},
): Effect => {
	const { names = [], isCertain = write.answer !== null } = more;
	return { write, record, names, values, isCertain };
};

/** Only the properties that the records show as they were sent. */
export function toValues(sent: object, names: readonly string[]): Values {
	const entries = Object.entries(sent).filter(([name]) => names.includes(name));
	return Object.fromEntries(
		entries.map(([name, value]) => [name, toText(value)]),
	);
}

export function toText(value: unknown): string | null {
	if (value === undefined || value === null) return null;
	return typeof value === "number"
		? toDecimalText(toDecimal(value))
		: `${value}`;
}

export const invoiceProperties = [
	"amount",
	"state",
	"description",
	"dueDate",
	"invoiceDate",
	"currency",
];
export const orderProperties = [
	"state",
	"vendorId",
	"description",
	"paymentTerms",
	"deliveryDate",
	"termsAndConditions",
	"additionalNotes",
];

export const invoiceRecord = (slug: string) => `invoice ${slug}`;
export const paymentRecord = (id: string) => `payment ${id}`;
export const orderRecord = (id: string) => `order ${id}`;
export const vendorRecord = (id: string) => `vendor ${id}`;
export const skuRecord = (itemCode: string) => `sku ${itemCode.toLowerCase()}`;

/** A vendor's number is the name of one invoice (R5). */
export const numberName = (vendorId: string, invoiceNumber: string) =>
	`number ${JSON.stringify([vendorId, invoiceNumber.toLowerCase()])}`;

/** What only a draft can become. */
export const activeName = (id: string) => `active ${orderRecord(id)}`;
