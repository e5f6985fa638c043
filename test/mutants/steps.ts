import type { Mutant } from "./mutant.ts";

/** Steps in another order, left out, as two writes instead of one, without waiting, or with a failure that is swallowed. */
export const stepMutants: readonly Mutant[] = [
	{
		id: "rotated-in-two-steps",
		what: "a key that is rotated has a successor, and stays valid",
		file: "shared/organizations/api-keys/manage-api-keys.store.ts",
		search:
			"const conflictingItems = await transact(table, [...inserts, ...replacements]);",
		replace: `let conflictingItems = await transact(table, inserts);
	if (replacements.length > 0)
		conflictingItems = await transact(table, replacements);`,
		test: "test/reliability/faults/records.faults.test.ts",
		only: "an API key is rotated",
	},
	{
		id: "revoked-in-vain",
		what: "a revocation that failed reports success",
		file: "tools/operator/keys/revoke-key.ts",
		search: `upsertItem(existing, revoked),
	);`,
		replace: `upsertItem(existing, revoked),
	).catch(() => {});`,
		test: "test/reliability/faults/records.faults.test.ts",
		only: "an API key is revoked",
	},
	{
		id: "mail-recorded-first",
		what: "a mail is recorded before it is sent: a function that dies in between sends none",
		file: "functions/approval-mailer/send-mails.ts",
		search: "const [sending] = await Promise.allSettled([send()]);",
		replace: `await recordSent(table, organizationId, mailId, clock());
	const [sending] = await Promise.allSettled([send()]);`,
		test: "test/functions/approval-mailer/faults.test.ts",
	},
	{
		id: "end-fails-request",
		what: "a recorded payment is a 500 because the end of its request could not be stored",
		file: "shared/http/middleware/claim-key.ts",
		search: `await orWarn(
			this.#logger,
			"The end`,
		replace: `await ((_: Logger, __: string, ended: Promise<void>, ___: object) => ended)(
			this.#logger,
			"The end`,
		test: "test/functions/read-attempts/request-ends.test.ts",
	},
	{
		id: "validated-before-claim",
		what: "a repeated key is a 400 for its body instead of a 409",
		file: "shared/http/middleware/validate-body.ts",
		search: "event.input = { error };",
		replace: "throw error;",
		test: "test/functions/mark-as-paid/idempotency.test.ts",
	},
	{
		id: "send-not-awaited",
		what: "a function ends before its messages are sent",
		file: "shared/batch-starts/send-batch.ts",
		search: "await orWarn(",
		replace: "void orWarn(",
		test: "test/functions/mark-as-paid/batch.test.ts",
	},
	{
		id: "sweeper-stops",
		what: "a batch that fails keeps the sweeper from the others",
		file: "functions/batch-sweeper/batch-sweeper.ts",
		search: "import { forEachSettled }",
		replace: "import { forEachConcurrently as forEachSettled }",
		test: "test/functions/batch-sweeper/many-failures.test.ts",
	},
	{
		id: "suspend-ends-watch",
		what: "a busy store ends the watch of a suspension: a batch that is accepted afterwards is paid",
		file: "tools/operator/organizations/suspend-organization.ts",
		search: `await Promise.allSettled([stopRunning()]);
		await table.pause`,
		replace: `await stopRunning();
		await table.pause`,
		test: "test/tools/operator/suspend-organization.slow.test.ts",
	},
	{
		id: "callback-after-answer",
		what: "work goes on behind the answer when one call fails",
		file: "shared/timing/concurrently.ts",
		search: "for (const worker of await Promise.allSettled(workers))",
		replace: `await Promise.all(workers);
	for (const worker of await Promise.allSettled(workers))`,
		test: "test/shared/timing/concurrently.test.ts",
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
		id: "client-changed-content",
		what: "a payment is sent again with what the caller has changed meanwhile",
		file: "client/src/client.ts",
		search: "markAsPaid(this.context, structuredClone(resources), options)",
		replace: "markAsPaid(this.context, resources, options)",
		test: "test/client/unknown-outcome.test.ts",
	},
	{
		id: "audit-none",
		what: "a command that changes something writes no audit record",
		file: "tools/operator/audit/audit-trail.ts",
		search: "beforeWrites(table, () => begin(organizationId, fileDigest))",
		replace:
			"(fileDigest ? beforeWrites(table, () => begin(organizationId, fileDigest)) : table)",
		test: "test/tools/operator/audit.slow.test.ts",
	},
	{
		id: "audit-too-late",
		what: "a command goes on though its audit record could not be stored",
		file: "tools/operator/audit/audit-trail.ts",
		search: `begun.delete(organizationId);
			throw error;`,
		replace: "begun.delete(organizationId);",
		test: "test/tools/operator/audit.slow.test.ts",
	},
	{
		id: "mail-not-recorded",
		what: "a mail is not recorded as sent: a repeated delivery sends it again",
		file: "functions/approval-mailer/send-mails.ts",
		search: "await recordSent(table, organizationId, mailId, clock());",
		replace: "void recordSent; void table; void clock;",
		test: "test/functions/approval-mailer/faults.test.ts",
	},
	{
		id: "lease-not-confirmed",
		what: "an import that has lost its lease goes on writing",
		file: "tools/organization-files/import-organization.ts",
		search: "await lease.confirm();",
		replace: "",
		test: "test/tools/organization-files/suspended-imports.test.ts",
	},
	{
		id: "client-stale-lock",
		what: "LOCK_HELD remains the result of a payment that was sent again and is not known",
		file: "client/src/payments/payments-incomplete.ts",
		search: "soFar.forget(unknown);",
		replace: "",
		test: "test/client/unknown-outcome.test.ts",
	},
	{
		id: "run-before-payments",
		what: "a payment run can be read and released before all of its payments are stored",
		file: "shared/payment-runs/create-run.store.ts",
		search: `await batchPut(table, toEntryItems(owner, chunks));
	const holder = await insertRun(table, run);`,
		replace: `const holder = await insertRun(table, run);
	await batchPut(table, toEntryItems(owner, chunks));`,
		test: "test/reliability/faults/money.faults.test.ts",
		only: "a payment run is created",
	},
	{
		id: "run-released-in-two-steps",
		what: "a payment run is released without its batch when its release dies",
		file: "shared/payment-runs/release-run.store.ts",
		search: `[
		...toOpeningParts(table, batch),
		toLongerHold(table, released),
	]);`,
		replace: `[toLongerHold(table, released)]);
	const { transact } = await import("../dynamodb/writes/transact.ts");
	await transact(table, toOpeningParts(table, batch));`,
		test: "test/reliability/faults/money.faults.test.ts",
		only: "a payment run is released",
	},
	{
		id: "run-beside-batch",
		what: "a payment run is released while another batch runs",
		file: "shared/payment-runs/release-run.store.ts",
		search: "...toOpeningParts(table, batch),",
		replace: "...toOpeningParts(table, batch).slice(1),",
		test: "test/functions/payment-runs/races.test.ts",
		only: "another batch, one starts",
	},
];
