import type { Mutant } from "./mutant.ts";

const batchGet = "shared/store/dynamodb/batch-get.ts";
const batchGetTest = "test/shared/store/dynamodb/batch-get.test.ts";

/** Reads that miss what is there, or take for missing what was not read. */
export const readMutants: readonly Mutant[] = [
	{
		id: "query-eventual",
		what: "a partition is queried eventually consistently",
		file: "shared/store/dynamodb/query-partition.ts",
		search: "ConsistentRead: true",
		replace: "ConsistentRead: false",
		test: "test/functions/batch-sweeper/batch-sweeper.test.ts",
	},
	{
		id: "api-key-eventual",
		what: "an API key is read eventually consistently",
		file: "shared/store/organizations/callers.ts",
		search: "ConsistentRead: true",
		replace: "ConsistentRead: false",
		test: "test/functions/common-rules/credentials.test.ts",
	},
	{
		id: "export-eventual",
		what: "an organization is scanned eventually consistently",
		file: "shared/store/organizations/scan-organization.ts",
		search: "ConsistentRead: true",
		replace: "ConsistentRead: false",
		test: "test/operator/export-organization.test.ts",
	},
	{
		id: "attempt-eventual",
		what: "an attempt is read eventually consistently",
		file: "shared/store/attempts/find-attempt.ts",
		search: "ConsistentRead: true",
		replace: "ConsistentRead: false",
		test: "test/functions/read-attempts/read-attempts.test.ts",
	},
	{
		id: "order-eventual",
		what: "an order is read eventually consistently before it is changed",
		file: "shared/store/purchase-orders/change-purchase-order.ts",
		search: "ConsistentRead: true",
		replace: "ConsistentRead: false",
		test: "test/functions/update-purchase-order/update-purchase-order.test.ts",
	},
	{
		id: "batch-list-eventual",
		what: "the list of batches is read eventually consistently",
		file: "shared/store/records/batches.ts",
		search: "ConsistentRead: true",
		replace: "ConsistentRead: false",
		test: "test/functions/read-records/batches.test.ts",
	},
	{
		id: "left-keys-eventual",
		what: "keys that were left over are read eventually consistently",
		file: batchGet,
		search: "ConsistentRead: true",
		replace: "ConsistentRead: missing.length === keys.length",
		test: batchGetTest,
	},
	{
		id: "left-keys-dropped",
		what: "keys left over a second time are taken for missing",
		file: batchGet,
		search: "missing = answer.UnprocessedKeys?.[table.name]?.Keys ?? [];",
		replace:
			"missing = missing.length < keys.length ? [] : (answer.UnprocessedKeys?.[table.name]?.Keys ?? []);",
		test: batchGetTest,
	},
	{
		id: "unread-keys-missing",
		what: "keys that could not be read are taken for missing",
		file: batchGet,
		search: "if (missing.length > 0)",
		replace: "if (missing.length > keys.length)",
		test: batchGetTest,
	},
	{
		id: "missing-item-read-on",
		what: "made-up names cost an unbounded number of reads",
		file: batchGet,
		search: "if (isOneMissing) break;",
		replace: "",
		test: "test/functions/common-rules/bounded-reads.test.ts",
	},
	{
		id: "next-round-early",
		what: "reads go on while a call that may miss a required item is unanswered",
		file: batchGet,
		search: "required.size > 0 ? callsAtOnce * keysPerCall : distinct.length",
		replace: "distinct.length",
		test: batchGetTest,
	},
	{
		id: "left-items-dropped",
		what: "items that an overloaded store leaves over are not put",
		file: "shared/store/dynamodb/batch-put.ts",
		search: "open = answer.UnprocessedItems ?? {};",
		replace: "open = {};",
		test: "test/shared/store/dynamodb/batch-put.test.ts",
	},
	{
		id: "absent-page-empty",
		what: "an archive page that is not visible yet counts as empty",
		file: "shared/store/invoices/posting-outcomes.ts",
		search: `return pages.includes(undefined) ? "UNKNOWN" : "CHANGED";`,
		replace: `return "CHANGED";`,
		test: "test/functions/mark-as-paid/archive.test.ts",
	},
	{
		id: "older-pages-unread",
		what: "a payment is looked for in the last archive page only",
		file: "shared/store/invoices/posting-outcomes.ts",
		search: "for (let page = paymentPages; page",
		replace:
			"for (let page = Math.max(paymentPages, paymentPagesNow - 1); page",
		test: "test/functions/mark-as-paid/archive.test.ts",
	},
	{
		id: "own-link-is-rivals",
		what: "an advance is refused because its own link is visible first",
		file: "shared/store/advances/record-advance.ts",
		search: "isRecorded: paymentRequest !== undefined || isLinked",
		replace: "isRecorded: paymentRequest !== undefined",
		test: "test/functions/vendor-advance/faults.test.ts",
	},
	{
		id: "attempt-page-missing",
		what: "an archive page that is not visible yet is a payment not recorded",
		file: "shared/store/invoices/payments-pages.ts",
		search:
			"if (found.length === keys.length) return found.map(toPagePayments);",
		replace: "return items.map((item) => (item ? toPagePayments(item) : []));",
		test: "test/functions/read-attempts/archived-payments.test.ts",
	},
];
