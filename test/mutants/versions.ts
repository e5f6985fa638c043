import type { Mutant } from "./mutant.ts";

const archive = "shared/payments/archive-payments.store.ts";
const archiveTest = "test/functions/mark-as-paid/archive.test.ts";

/** Writes whose condition does not hold off a rival. */
export const versionMutants: readonly Mutant[] = [
	{
		id: "fence-any-version",
		what: "a fence lowers the version of an invoice that was changed since",
		file: "shared/payments/fence-postings.store.ts",
		search: `AND version = ?\`,
		Parameters: [version + 1, pk, sk, version],`,
		replace: `\`,
		Parameters: [version + 1, pk, sk],`,
		test: "test/shared/payments/fence-postings.test.ts",
	},
	{
		id: "archive-any-version",
		what: "a payment made while an invoice is archived is lost",
		file: archive,
		search: `ConditionExpression: "version = :version",`,
		replace: `ConditionExpression: "version <= :version OR version > :version",`,
		test: archiveTest,
	},
	{
		id: "payment-any-version",
		what: "two payments of an invoice are both made on the same due",
		file: "shared/payments/record-payments.store.ts",
		search: `WHERE pk = ? AND sk = ? AND version = ?",`,
		replace: `WHERE pk = ? AND sk = ? AND version >= ?",`,
		test: "test/functions/mark-as-paid/faults.test.ts",
	},
	{
		id: "patch-any-version",
		what: "an invoice is voided although a payment came first",
		file: "shared/invoices/change-invoice.store.ts",
		search: `const isUnchanged = "version = ?";`,
		replace: `const isUnchanged = "version >= ?";`,
		test: "test/functions/update-invoice/concurrency.test.ts",
	},
	{
		id: "patch-twice",
		what: "a patch whose answer was lost is judged by what it has made itself",
		file: "shared/invoices/change-invoice.store.ts",
		search: `if (outcome === "UNKNOWN") unanswered = changed;`,
		replace: "",
		test: "test/functions/update-invoice/concurrency.test.ts",
	},
	{
		id: "order-any-version",
		what: "of two patches of an order the first is lost",
		file: "shared/purchase-orders/change-purchase-order.store.ts",
		search: `const isUnchanged = "#version = :expected";`,
		replace: `const isUnchanged = "#version >= :expected";`,
		test: "test/functions/update-purchase-order/concurrency.test.ts",
	},
	{
		id: "order-held-twice",
		what: "two advances take one order",
		file: "shared/advances/advance-items.store.ts",
		search: `const isFree = "link = :none";`,
		replace: `const isFree = "(link = :none OR attribute_exists(link))";`,
		test: "test/functions/vendor-advance/concurrency.test.ts",
	},
	{
		id: "decision-twice",
		what: "two workers decide a chunk differently",
		file: "shared/batches/chunks/chunk-results.store.ts",
		search: `ConditionExpression: "attribute_not_exists(pk)",`,
		replace: `ConditionExpression: "attribute_not_exists(pk) OR attribute_exists(pk)",`,
		test: "test/functions/batch-sweeper/races.test.ts",
	},
	{
		id: "unpaid-own",
		what: "what another found unpaid first does not bind",
		file: "shared/batches/chunks/chunk-results.store.ts",
		search: `? toDecision(conflictingItem)
		: { ...decision, unpaid };`,
		replace: `? { ...decision, unpaid }
		: { ...decision, unpaid };`,
		test: "test/functions/batch-sweeper/races.test.ts",
	},
	{
		id: "abandon-own-decision",
		what: "the sweeper goes by its own decision when a worker's came first",
		file: "functions/batch-sweeper/abandon-batch.ts",
		search:
			"chunk.decision ?? (await recordDecision(table, batch, number, failed));",
		replace:
			"chunk.decision ?? (await recordDecision(table, batch, number, failed), failed);",
		test: "test/functions/batch-sweeper/races.test.ts",
	},
	{
		id: "chunk-counted-twice",
		what: "a chunk delivered twice is counted twice",
		file: "shared/batches/chunks/count-chunk.store.ts",
		search: `"NOT contains(counted, :chunk)"`,
		replace: `"(NOT contains(counted, :chunk) OR contains(counted, :chunk))"`,
		test: "test/functions/payment-worker/payment-worker.test.ts",
	},
	{
		id: "foreign-guard-removed",
		what: "an older batch takes the guard of a newer one away",
		file: "shared/batches/close-batch.store.ts",
		search: `const isOwn = "bulkActionSlug = :bulkActionSlug";`,
		replace: `const isOwn = "bulkActionSlug >= :bulkActionSlug";`,
		test: "test/functions/batch-sweeper/batch-sweeper.test.ts",
	},
	{
		id: "unlist-while-opened",
		what: "a batch whose record is not visible yet is unlisted at once",
		file: "functions/batch-sweeper/sweep-batch.ts",
		search: "if (listedSeconds <= times.abortAfterSeconds)",
		replace: "if (listedSeconds < 0)",
		test: "test/functions/batch-sweeper/batch-sweeper.test.ts",
	},
	{
		id: "unlist-while-running",
		what: "a batch that runs is unlisted when its record was not visible",
		file: "shared/batches/close-batch.store.ts",
		search: "ConditionExpression: `${isGone} OR ${isEnded}`,",
		replace:
			"ConditionExpression: `${isGone} OR ${isEnded} OR attribute_exists(pk)`,",
		test: "test/functions/batch-sweeper/batch-sweeper.test.ts",
	},
	{
		id: "claim-taken-over",
		what: "a repeated idempotency key takes the claim over",
		file: "shared/attempts/idempotency-claims.store.ts",
		search: `const isOver = "claimedAt <= :windowStart";`,
		replace: `const isOver = "(claimedAt <= :windowStart OR claimedAt > :windowStart)";`,
		test: "test/functions/common-rules/idempotency.test.ts",
	},
	{
		id: "link-given-away",
		what: "an import gives away the link of an advance that awaits resubmission",
		file: "tools/organization-files/import/orders/decide-link.ts",
		search: "if (link && !holder) return link;",
		replace: `if (link && !holder && link.state === "ACTIVE") return link;`,
		test: "test/tools/organization-files/import-advances.test.ts",
	},
	{
		id: "api-key-any-version",
		what: "of two changes of an API key the first is lost",
		file: "shared/organizations/api-keys/manage-api-keys.store.ts",
		search: `ConditionExpression: "version = :version",`,
		replace: `ConditionExpression: "version <= :version OR version > :version",`,
		test: "test/tools/operator/keys.test.ts",
	},
	{
		id: "import-any-version",
		what: "an import overwrites what was changed while it ran",
		file: "shared/dynamodb/writes/upsert-item.ts",
		search: `asRead(existing, ["version", "importDigest"])`,
		replace: `asRead(existing, ["importDigest"])`,
		test: "test/tools/organization-files/import-organization.test.ts",
	},
];
