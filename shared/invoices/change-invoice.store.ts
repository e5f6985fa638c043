import { invoiceKey, isKeyText } from "../dynamodb/keys.ts";
import { batchGet, type Item } from "../dynamodb/reads/batch-get.ts";
import { pauseBeforeRetry } from "../dynamodb/retries/retry-busy.ts";
import { toStoredNumber } from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import {
	batchExecute,
	type WriteStatement,
} from "../dynamodb/writes/batch-execute.ts";
import { countSettled } from "../logging/activity.ts";
import type { InvoiceDetails } from "./invoice.ts";
import { toInvoiceDetails } from "./invoices.store.ts";
import { packFacts } from "./item/invoice-facts.store.ts";
import { asInvoiceItem } from "./item/invoice-item.store.ts";
import { pointedSlug } from "./item/number-pointers.store.ts";
import { findWrite, logWrite, type WriteLog } from "./item/write-log.store.ts";

export interface InvoiceChange {
	organizationId: string;
	id: string;
	/** A ULID, unique to the request. It identifies the request's write when its response was lost. */
	attemptId: string;
	/** Returns null for no change. Runs again when a concurrent write came first. */
	decide: (invoice: InvoiceDetails) => ChangedInvoice | null;
}

/** The attributes that a change writes. All others stay as they are. */
export type ChangedInvoice = Pick<
	InvoiceDetails,
	"state" | "amount" | "due" | "facts"
>;

/**
 * Changes an invoice: one conditional write under the version that the change was decided on. Decides again when
 * another writer came first.
 *
 * @returns The state and version after the change, or without one; undefined when there is no such invoice.
 * @throws What `decide` throws; or an error when concurrent writes or a busy store prevented the change, or its outcome
 *   is unknown.
 */
export async function changeInvoice(
	table: Table,
	{ organizationId, id, attemptId, decide }: InvoiceChange,
): Promise<{ state: string; version: number } | undefined> {
	if (!isKeyText(id)) return undefined;
	const key = invoiceKey(organizationId, id);
	let unanswered: (ChangedInvoice & { version: number }) | undefined;
	// Retries within the request's retry time (R1: up to 10 s).
	for (let attempt = 0; await pauseBeforeRetry(table, attempt); attempt++) {
		const [item] = await batchGet(table, [key]);
		if (!item || pointedSlug(item) !== undefined) return undefined;
		const { writes = [] } = asInvoiceItem(item);
		if (unanswered && hasLanded(writes, unanswered.version, attemptId)) {
			countSettled(1);
			return unanswered;
		}
		const invoice = toInvoiceDetails(item);
		// Another write made its version: it never takes effect, and the log may forget that version.
		if (unanswered && unanswered.version <= invoice.version)
			unanswered = undefined;
		const decided = decide(invoice);
		if (!decided) return invoice;

		const changed = { ...decided, version: invoice.version + 1 };
		const [outcome] = await batchExecute(table, [
			changeStatement(table, item, changed, attemptId),
		]);
		if (outcome === "WRITTEN") return changed;
		if (outcome === "UNKNOWN") unanswered = changed;
	}
	throw new Error(
		unanswered
			? "It is unknown whether the invoice was changed"
			: "The invoice was not changed: concurrent writes or a busy store prevented it",
	);
}

/** Did the request's unanswered write make this version of the invoice? */
function hasLanded(
	writes: WriteLog,
	version: number,
	attemptId: string,
): boolean {
	const found = findWrite(writes, { version, attemptId });
	if (found !== "FORGOTTEN") return found === "LANDED";
	throw new Error("It is unknown whether the invoice was changed");
}

function changeStatement(
	table: Table,
	item: Item,
	{ state, amount, due, facts, version }: ChangedInvoice & { version: number },
	attemptId: string,
): WriteStatement {
	const { pk, sk, writes = [] } = asInvoiceItem(item);
	const attributes = {
		state,
		amount: toStoredNumber(amount),
		due: toStoredNumber(due),
		facts: packFacts(facts),
		writes: logWrite(writes, { version, attemptId }),
		version,
	};
	const assignments = Object.keys(attributes).map((name) => `"${name}" = ?`);
	const isUnchanged = "version = ?";
	return {
		Statement: `UPDATE "${table.name}" SET ${assignments.join(", ")} WHERE pk = ? AND sk = ? AND ${isUnchanged}`,
		Parameters: [...Object.values(attributes), pk, sk, version - 1],
	};
}
