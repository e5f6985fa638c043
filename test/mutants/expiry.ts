import type { Mutant } from "./mutant.ts";

const test = "test/functions/expiry.test.ts";

/** Items that stay for ever, or go too soon: the local engine has no TTL. */
export const expiryMutants: readonly Mutant[] = [
	{
		id: "claim-milliseconds",
		what: "a claim expires in milliseconds: never",
		file: "shared/attempts/idempotency-claims.store.ts",
		search: "expiresAt: Math.ceil(nowSeconds) + attemptKeptSeconds",
		replace: "expiresAt: now.getTime() + attemptKeptSeconds * 1_000",
		test,
	},
	{
		id: "claim-with-window",
		what: "a claim expires with its 5 minutes, and the attempt with it",
		file: "shared/attempts/idempotency-claims.store.ts",
		search: "expiresAt: Math.ceil(nowSeconds) + attemptKeptSeconds",
		replace: "expiresAt: Math.ceil(nowSeconds) + windowSeconds",
		test,
	},
	{
		id: "chunk-milliseconds",
		what: "a chunk expires in milliseconds: never",
		file: "shared/batches/chunks/batch-chunks.store.ts",
		search: "expiresAt: toEpochSeconds(batch.expiresAt)",
		replace: "expiresAt: Date.parse(batch.expiresAt)",
		test,
	},
	{
		id: "layout-milliseconds",
		what: "a layout page expires in milliseconds: never",
		file: "shared/batches/batch-layout.store.ts",
		search: "expiresAt: toEpochSeconds(batch.expiresAt)",
		replace: "expiresAt: Date.parse(batch.expiresAt)",
		test,
	},
	{
		id: "result-for-ever",
		what: "a chunk's results never expire",
		file: "shared/batches/chunks/chunk-results.store.ts",
		search: "expiresAt: toEpochSeconds(batch.expiresAt),",
		replace: "",
		test,
	},
	{
		id: "entry-for-ever",
		what: "a batch's entry in its organization's list never expires",
		file: "shared/batches/accept-batch.store.ts",
		search: "put({ ...batchEntryKey(id), ...id, expiresAt })",
		replace: "put({ ...batchEntryKey(id), ...id })",
		test,
	},
	{
		id: "running-entry-expires",
		what: "a batch leaves the sweeper's list by its expiry",
		file: "shared/batches/accept-batch.store.ts",
		search: "put({ ...runningBatchKey(id), ...id })",
		replace: "put({ ...runningBatchKey(id), ...id, expiresAt })",
		test,
	},
	{
		id: "batch-kept-too-short",
		what: "a batch is kept for 9 days instead of 90",
		file: "functions/mark-as-paid/start-batch.ts",
		search: "const keptDays = 90;",
		replace: "const keptDays = 9;",
		test,
	},
];
