import type { Mutant } from "./mutant.ts";

const moneySweep = "test/reliability/faults/money.faults.test.ts";
const recordSweep = "test/reliability/faults/records.faults.test.ts";

/**
 * What only a comparison of everything that was reported with the records finds. `only` is the name of a scenario, of
 * which all faults are made: a sample may leave out the one that shows the bug.
 */
export const reliabilityMutants: readonly Mutant[] = [
	{
		id: "other-amount-paid",
		what: "a payment is of another amount than the one that was asked for, and due fits it",
		file: "shared/payments/payment-plan.ts",
		search: "posting.payments.push(payment);",
		replace: `posting.payments.push(
			requests.length === 3
				? { ...payment, amount: payment.amount.minus("0.01") }
				: payment,
		);`,
		test: moneySweep,
		isLong: true,
		only: "three invoices are paid",
	},
	{
		id: "other-amount-imported",
		what: "an invoice is imported with another amount than the file's, and due fits it",
		file: "tools/organization-files/import/invoices/invoice-write.ts",
		search: `amount: toStoredNumber(toDecimal(amount)),
		due: toStoredNumber(due),`,
		replace: `amount: toStoredNumber(toDecimal(amount).plus(1)),
		due: toStoredNumber(due.plus(1)),`,
		test: recordSweep,
		isLong: true,
		only: "an invoice is locked",
	},
	{
		id: "link-to-rejected",
		what: "an order stays linked to an advance that is rejected",
		file: "tools/organization-files/import/orders/decide-link.ts",
		search: "if (holder && holdsItsOrder(holder.state)) return toLink(holder);",
		replace: "if (holder) return toLink(holder);",
		test: recordSweep,
		isLong: true,
		only: "an import moves an advance from one order to another",
	},
	{
		id: "half-a-list",
		what: "a list leaves out the records whose keys the store did not process",
		file: "shared/dynamodb/reads/batch-get.ts",
		search: "missing = answer.UnprocessedKeys?.[table.name]?.Keys ?? [];",
		replace: "missing = [];",
		test: recordSweep,
		isLong: true,
		only: "a request reads /v1.0/invoice",
	},
	{
		id: "revoked-in-vain",
		what: "a revocation that failed reports success",
		file: "tools/operator/keys/revoke-key.ts",
		search: `upsertItem(existing, revoked),
	);`,
		replace: `upsertItem(existing, revoked),
	).catch(() => {});`,
		test: recordSweep,
		isLong: true,
		only: "an API key is revoked",
	},
	{
		id: "rotated-in-two-steps",
		what: "a key that is rotated has a successor, and stays valid",
		file: "shared/organizations/api-keys/manage-api-keys.store.ts",
		search:
			"const conflictingItems = await transact(table, [...inserts, ...replacements]);",
		replace: `let conflictingItems = await transact(table, inserts);
	if (replacements.length > 0)
		conflictingItems = await transact(table, replacements);`,
		test: recordSweep,
		isLong: true,
		only: "an API key is rotated",
	},
	{
		id: "claim-outlives",
		what: "an idempotency key is taken for a second longer than five minutes",
		file: "shared/attempts/attempt.ts",
		search: "const windowSeconds = 300;",
		replace: "const windowSeconds = 301;",
		test: moneySweep,
		isLong: true,
		only: "a payment of an unknown invoice is refused",
	},
];
