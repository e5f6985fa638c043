import { tally } from "../../shared/collections/tally.ts";
import { isKeyText } from "../../shared/dynamodb/keys.ts";
import type { LoggedTable } from "../../shared/dynamodb/writes/batch-insert.ts";
import { requirePermission } from "../../shared/http/middleware/authorize.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeeded } from "../../shared/http/response.ts";
import {
	type InsertOutcome,
	insertInvoices,
	type NewInvoice,
	newInvoiceVersion,
} from "../../shared/invoices/insert-invoices.store.ts";
import { describedInvoice } from "../../shared/invoices/invoice.ts";
import { toInvoiceId } from "../../shared/invoices/invoice-id.ts";
import { findNewInvoiceFault } from "../../shared/invoices/new-invoice.ts";
import { fitsAnswer } from "../../shared/json/response-size.ts";
import { toDecimal } from "../../shared/money/decimal.ts";
import { toActor } from "../../shared/organizations/organization.ts";
import { toDetails } from "../../shared/schemas/described.ts";
import { shorten } from "../../shared/text/shorten.ts";
import { findVendorIds } from "../../shared/vendors/vendors.store.ts";
import { type InvoiceFailure, invoiceFailures } from "./invoice-failures.ts";
import type { CreateInvoicesBody } from "./schema.ts";

type Entry = CreateInvoicesBody["invoices"][number];

/** The outcome of each invoice that passed the checks. */
type Outcomes = ReadonlyMap<NewInvoice, InsertOutcome>;

/** R5, "Creation": creates each invoice independently. `created` and `failed` are in request order. */
export async function createInvoices(
	store: LoggedTable,
	{ invoices: entries }: CreateInvoicesBody,
	request: RequestContext,
): Promise<Reply> {
	const { organization } = request.caller;
	if (entries.some(({ state }) => state === "APPROVED")) {
		requirePermission(request.caller, "invoices:approve");
	}
	const vendorIds = await findVendorIds(
		store.table,
		organization.id,
		entries.map(({ vendorId }) => vendorId),
	);
	const known = { vendorIds, currencies: organization.currencies };
	const findFault = (invoice: NewInvoice) =>
		findNewInvoiceFault(invoice, known);

	const invoices = entries.map((entry) => toNewInvoice(entry, request));
	const accepted = invoices.filter((invoice) => findFault(invoice) === null);
	const outcomes = await insertDistinct(store, accepted, request);
	const failures = invoices.map((invoice) => {
		const reason = findFault(invoice);
		return reason ? { reason, id: null } : toFailure(outcomes.get(invoice));
	});
	const data = toData(invoices, failures);
	return succeeded(data, {
		created: data.successCount,
		results: tally(failures, (failure) => failure?.reason ?? "CREATED"),
	});
}

function toNewInvoice(
	{ state = "DRAFTED", amount, ...terms }: Entry,
	{ caller, now }: RequestContext,
): NewInvoice {
	const { vendorId, invoiceNumber, invoiceDate } = terms;
	const { baseCurrency } = caller.organization;
	return {
		id: toInvoiceId(vendorId, invoiceNumber),
		vendorId,
		state,
		amount: toDecimal(amount),
		invoiceNumber,
		...toDetails(describedInvoice, terms),
		invoiceDate,
		currency: terms.currency ?? baseCurrency,
		createdAt: now.toISOString(),
		createdBy: toActor(caller),
	};
}

/**
 * Inserts the first of several entries with one number. The others get `EXISTS` if it was created, otherwise its
 * outcome.
 */
async function insertDistinct(
	store: LoggedTable,
	invoices: readonly NewInvoice[],
	{ caller, attemptId }: RequestContext,
): Promise<Outcomes> {
	const byId = Map.groupBy(invoices, ({ id }) => id);
	const inserted = await insertInvoices(
		store,
		{ organizationId: caller.organization.id, attemptId },
		[...byId.values()].flatMap(([first]) => first ?? []),
	);
	const outcomes = new Map<NewInvoice, InsertOutcome>();
	for (const [id, [first, ...repeated]] of byId) {
		const outcome = inserted.shift() ?? { kind: "UNKNOWN" };
		if (first) outcomes.set(first, outcome);
		const repeatedOutcome: InsertOutcome =
			outcome.kind === "CREATED" ? { kind: "EXISTS", id } : outcome;
		for (const invoice of repeated) outcomes.set(invoice, repeatedOutcome);
	}
	return outcomes;
}

/** @returns null when the invoice was created. */
function toFailure(
	outcome: InsertOutcome = { kind: "UNKNOWN" },
): InvoiceFailure | null {
	if (outcome.kind === "CREATED") return null;
	const id = outcome.kind === "EXISTS" ? outcome.id : null;
	return { reason: outcome.kind, id };
}

/** R5, "Creation", `data` */
function toData(
	invoices: readonly NewInvoice[],
	failures: readonly (InvoiceFailure | null)[],
) {
	const created = invoices.filter((_, index) => !failures[index]);
	const failed = invoices.flatMap(({ invoiceNumber, vendorId }, index) => {
		const failure = failures[index];
		if (!failure) return [];
		const { code, error } = invoiceFailures[failure.reason];
		return [{ invoiceNumber, vendorId, code, error, id: failure.id }];
	});
	const data = {
		total: invoices.length,
		successCount: created.length,
		failureCount: failed.length,
		created: created.map(({ id, invoiceNumber, vendorId, state }) => ({
			id,
			invoiceNumber,
			vendorId,
			state,
			version: newInvoiceVersion,
		})),
		failed,
	};
	return fitsAnswer(data)
		? data
		: { ...data, failed: failed.map(withShortVendorId) };
}

/** What was created must reach the caller. Only ids too long for any vendor can exceed the response size. */
const withShortVendorId = <Failed extends { vendorId: string }>(
	failed: Failed,
): Failed =>
	isKeyText(failed.vendorId)
		? failed
		: { ...failed, vendorId: shorten(failed.vendorId) };
