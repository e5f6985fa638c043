import { invoiceKey } from "../../shared/dynamodb/keys.ts";
import { chooseId } from "../../shared/dynamodb/reads/choose-id.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import {
	invalidStateTransition,
	validationFailed,
} from "../../shared/errors/api-error.ts";
import { versionMismatch } from "../../shared/http/errors.ts";
import {
	requirePermission,
	requireRecentSignIn,
} from "../../shared/http/middleware/authorize.ts";
import type { PathIds } from "../../shared/http/path-ids.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeededAt } from "../../shared/http/response.ts";
import { toApproval } from "../../shared/invoices/approval.ts";
import {
	type ChangedInvoice,
	changeInvoice,
} from "../../shared/invoices/change-invoice.store.ts";
import { invoiceNotFound } from "../../shared/invoices/errors.ts";
import type { InvoiceDetails } from "../../shared/invoices/invoice.ts";
import { touchFacts } from "../../shared/invoices/item/invoice-history.store.ts";
import {
	type InvoicePatch,
	isPatchable,
	patchInvoice,
} from "../../shared/invoices/patch-invoice.ts";
import { toActor } from "../../shared/organizations/organization.ts";
import { stateNotPatchable } from "./errors.ts";

export interface InvoiceUpdate {
	/** The ids that the path may stand for. */
	ids: PathIds;
	/** The version that the caller expects; null accepts any. */
	ifMatch: string | null;
	/** The patch, or the error for an invalid value. */
	patch: InvoicePatch | Error;
}

/** R5, "PATCH": changes, approves, voids or reopens an invoice. */
export async function updateInvoice(
	table: Table,
	update: InvoiceUpdate,
	request: RequestContext,
): Promise<Reply> {
	const { caller, attemptId, now } = request;
	const { ids, patch } = update;
	const state = patch instanceof Error ? undefined : patch.state;
	if (state === "APPROVED") requirePermission(caller, "invoices:approve");
	if (state === "VOID") requireRecentSignIn(caller, now);
	const organizationId = caller.organization.id;
	const id = await chooseId(table, ids, (one) =>
		invoiceKey(organizationId, one),
	);
	const changed = await changeInvoice(table, {
		organizationId,
		id,
		attemptId,
		decide: (invoice) => decide(invoice, update, request),
	});
	if (!changed) throw invoiceNotFound();
	const { version } = changed;
	return succeededAt(version, { id, state: changed.state, version });
}

/** The checks of R1 ("Versions") and R5, in their order. */
function decide(
	invoice: InvoiceDetails,
	{ ifMatch, patch }: InvoiceUpdate,
	{ caller, now }: RequestContext,
): ChangedInvoice | null {
	if (ifMatch !== null && ifMatch !== `${invoice.version}`) {
		throw versionMismatch();
	}
	if (!isPatchable(invoice)) throw stateNotPatchable(invoice.state);
	if (patch instanceof Error) throw patch;

	const { currencies } = caller.organization;
	const outcome = patchInvoice(invoice, patch, { currencies, now });
	switch (outcome.kind) {
		case "UNCHANGED":
			return null;
		case "INVALID":
			throw validationFailed(outcome.pointer, outcome.reason);
		case "NOT_ALLOWED":
			throw invalidStateTransition(outcome.reason);
		case "CHANGED": {
			const change = { at: now.toISOString(), by: toActor(caller) };
			const { state, amount, due } = outcome.invoice;
			const facts = {
				...touchFacts(outcome.invoice, change),
				...toApproval(state, change, invoice),
			};
			return { state, amount, due, facts };
		}
	}
}
