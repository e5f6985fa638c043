import {
	date,
	decimal,
	detailsSchema,
	flag,
	instant,
	orNull,
	record,
	text,
	version,
	who,
} from "../schemas/record-schema.ts";
import { shownInvoiceTexts } from "./invoice.ts";
import { invoiceStates } from "./patch-invoice.ts";

export const lockSchema = record({ holder: text, expiresAt: instant });

/** `toInvoiceRecord` (R5) */
export const invoiceRecordSchema = record({
	id: { ...text, description: "The `slug` of mark-as-paid." },
	invoiceNumber: orNull(text),
	vendorId: orNull(text),
	state: {
		...text,
		description: "An organization file may hold any other.",
		"x-extensible-enum": invoiceStates,
	},
	amount: decimal,
	due: decimal,
	paid: decimal,
	...detailsSchema(shownInvoiceTexts),
	platformPaymentInFlight: flag,
	lock: orNull(lockSchema),
	version,
	createdAt: instant,
	updatedAt: instant,
	createdBy: orNull(who),
	updatedBy: orNull(who),
	approvedAt: {
		...orNull(instant),
		description:
			"When the invoice was approved. Voiding keeps it, reopening removes it.",
	},
	approvedBy: {
		...orNull(who),
		description: "null if an organization file approved the invoice.",
	},
});

/** `toPaymentRecord` (R5) */
export const paymentRecordSchema = record({
	id: text,
	amount: decimal,
	utr: orNull(text),
	narration: orNull(text),
	paymentDate: date,
	accountingSyncState: { const: "SKIPPED" },
	createdAt: instant,
	userId: text,
	keyId: orNull(text),
	idempotencyKey: orNull(text),
	bulkActionSlug: orNull(text),
	reversedAt: {
		...orNull(instant),
		description:
			"When the payment was reversed: its amount is due again. null: it is not reversed.",
	},
	reversedBy: orNull(who),
	reversalReason: orNull(text),
});
