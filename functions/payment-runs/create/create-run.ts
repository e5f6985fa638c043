import { toChunks } from "../../../shared/batches/chunks/to-chunks.store.ts";
import { keyTextMaxBytes } from "../../../shared/dynamodb/keys.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import type { RequestContext } from "../../../shared/http/pipeline.ts";
import type { Reply } from "../../../shared/http/response.ts";
import { findSlugsByNumber } from "../../../shared/invoices/find-slugs-by-number.store.ts";
import { toActor } from "../../../shared/organizations/organization.ts";
import { createRun as storeRun } from "../../../shared/payment-runs/create-run.store.ts";
import type {
	PaymentRun,
	RunEntry,
} from "../../../shared/payment-runs/payment-run.ts";
import { toContentDigest } from "../../../shared/payment-runs/run-content.ts";
import { findHoldingRun } from "../../../shared/payment-runs/run-contents.store.ts";
import { runExists } from "../errors.ts";
import { toReply } from "../reply.ts";
import type { NewRun } from "./new-run.ts";

/** Runs P2: stores a run, unless the organization has one with the same content. */
export async function createRun(
	table: Table,
	sent: NewRun,
	request: RequestContext,
): Promise<Reply> {
	const organizationId = request.caller.organization.id;
	const contentDigest = toContentDigest(sent);
	// Read first, so that a repeated request writes nothing.
	const content = { organizationId, contentDigest };
	const known = await findHoldingRun(table, content, request.now);
	if (known !== undefined) throw runExists(known);

	const entries = await toEntries(table, organizationId, sent);
	const chunks = toChunks(entries, longestPayer, namesBytes);
	const run = toDraft(sent, request, {
		contentDigest,
		chunkSizes: chunks.map(({ length }) => length),
	});
	const holder = await storeRun(table, run, chunks);
	if (holder !== undefined) throw runExists(holder);
	return toReply(run);
}

/** The releaser is not known yet, so the sizes of the payments are those with the longest id that a user can have. */
const longestPayer = {
	userId: "u".repeat(keyTextMaxBytes),
	idempotencyKey: null,
};

const namesBytes = ({ slug, ref, vendorId, invoiceNumber }: RunEntry) =>
	[slug, ref, vendorId, invoiceNumber].reduce(
		(total, text) => total + Buffer.byteLength(text ?? ""),
		0,
	);

/** The entries of the run, those that name an invoice by its number with the slug that the number has now. */
async function toEntries(
	table: Table,
	organizationId: string,
	{ resources }: NewRun,
): Promise<RunEntry[]> {
	const numbers = resources.flatMap(({ vendorId, invoiceNumber }) =>
		vendorId === undefined || invoiceNumber === undefined
			? []
			: [{ vendorId, invoiceNumber }],
	);
	const found = await findSlugsByNumber(table, organizationId, numbers);
	const slugs = found.values();
	return resources.map((entry, position) => ({
		...entry,
		position,
		slug: entry.slug ?? slugs.next().value ?? "",
	}));
}

function toDraft(
	{ name, amount, leaveOut = [], repeatOf }: NewRun,
	{ caller, attemptId, now }: RequestContext,
	stored: Pick<PaymentRun, "contentDigest" | "chunkSizes">,
): PaymentRun {
	return {
		organizationId: caller.organization.id,
		runId: attemptId,
		name,
		state: "DRAFT",
		amount,
		leaveOut,
		repeatOf: repeatOf ?? null,
		...stored,
		createdAt: now.toISOString(),
		createdBy: toActor(caller),
		release: null,
		discard: null,
		version: 1,
	};
}
