import type { Mutant } from "./mutant.ts";

const folder = "test/functions/reverse-payment";
const tests = `${folder}/reverse-payment.test.ts`;
const archived = `${folder}/archived.test.ts`;
const recorded = `${folder}/recorded.test.ts`;
const events = "test/functions/event-publisher/events.test.ts";
const use = "shared/payments/reversals/reverse-payment.store.ts";
const write = "shared/payments/reversals/write-reversal.store.ts";
const pages = "shared/payments/reversals/page-reversals.store.ts";

/** Reversals of payments (corrections C1). */
export const reversalMutants: readonly Mutant[] = [
	{
		id: "reversal-repeated",
		what: "a payment that is reversed already is reversed again",
		file: use,
		search: "if (payment.reversal) {",
		replace: "if (payment.reversal && attempt > 99) {",
		test: tests,
		only: "repetition",
	},
	{
		id: "reversal-without-version",
		what: "a reversal loses what was written since its invoice was read",
		file: write,
		search: 'ConditionExpression: "version = :version"',
		replace: 'ConditionExpression: "version >= :version"',
		test: `${folder}/concurrency.test.ts`,
	},
	{
		id: "reversal-without-due",
		what: "a reversal changes what is due, not what is paid",
		file: write,
		search: "paid = paid - :amount, ",
		replace: "",
		test: tests,
		only: "C1",
	},
	{
		id: "reversal-visible-late",
		what: "an archived payment whose reversal is not visible yet is reversed again",
		file: write,
		search: 'const isNew = "attribute_not_exists(pk)";',
		replace:
			'const isNew = "attribute_exists(pk) OR attribute_not_exists(pk)";',
		test: archived,
		only: "not visible yet is not written again",
	},
	{
		id: "reversal-in-full-invoice",
		what: "reversals fill an invoice instead of moving its payments to a page",
		file: use,
		search: "if (isOvergrown(invoice)) {",
		replace: "if (isOvergrown(invoice) && attempt > 99) {",
		test: archived,
		only: "29.3",
	},
	{
		id: "reversal-in-lock",
		what: "a payment is reversed while its invoice is locked",
		file: "functions/reverse-payment/reverse-payment.ts",
		search: "if (isLockHeld(lock, now)) throw lockHeld();",
		replace: "",
		test: tests,
		only: "409",
	},
	{
		id: "reversal-in-flight",
		what: "a payment is reversed while a platform payment is in flight",
		file: "functions/reverse-payment/reverse-payment.ts",
		search: "if (isInFlight) throw platformPaymentInFlight();",
		replace: "",
		test: tests,
		only: "409",
	},
	{
		id: "reversal-with-any-permission",
		what: "a caller who may pay may reverse payments",
		file: "shared/endpoints/endpoints.ts",
		search: 'permissions: ["payments:reverse"]',
		replace: 'permissions: ["payments:mark-paid"]',
		test: tests,
		only: "403",
	},
	{
		id: "reversed-payment-unknown-to-attempt",
		what: "an attempt does not report a payment that was reversed",
		file: "shared/attempts/find-attempt-payments.store.ts",
		search: "new Set(payments.map(({ id }) => id));",
		replace:
			"new Set(payments.filter((one) => !one.reversal).map(({ id }) => id));",
		test: recorded,
	},
	{
		id: "reversed-payment-unknown-to-payer",
		what: "a payment that was reversed before its outcome was read is reported as not recorded",
		file: "shared/payments/posting-outcomes.store.ts",
		search: "return recorded.some(({ id }) => id === first?.id);",
		replace:
			'return recorded.some((one) => one.id === first?.id && !("reversal" in one));',
		test: recorded,
	},
	{
		id: "reversal-search-to-the-end",
		what: "an unknown payment is looked for in all payments pages",
		file: "shared/payments/find-payment.store.ts",
		search:
			"if (later.some((one) => isRecordedBefore(one, requestedAt))) break;",
		replace: "",
		test: `${folder}/counts.test.ts`,
		only: "29.3",
	},
	{
		id: "reversals-of-a-later-version",
		what: "a list has reversals that its invoice does not count yet",
		file: pages,
		search: "return found.map(asReversalItem).filter(isUpTo(version));",
		replace: "return found.map(asReversalItem);",
		test: archived,
		only: "a list has",
	},
	{
		id: "reversals-half-visible",
		what: "a list lacks a reversal that is not visible yet",
		file: pages,
		search: "(found) => found.length === count,",
		replace: "() => true,",
		test: archived,
		only: "a list has",
	},
	{
		id: "reversal-announced-again",
		what: "each later write of an invoice announces its reversals again",
		file: "shared/events/invoice-events.ts",
		search: "reversal && !known.get(id)?.reversal;",
		replace: "reversal && known.has(id);",
		test: events,
		only: "payment reversed",
	},
	{
		id: "reversal-announced-as-payment",
		what: "the reversal of a payment announces that it was paid",
		file: "shared/events/invoice-events.ts",
		search: "after.payments.filter(({ id }) => !known.has(id));",
		replace:
			"after.payments.filter(({ id, reversal }) => reversal || !known.has(id));",
		test: events,
		only: "payment reversed",
	},
];
