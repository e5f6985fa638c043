import { expect } from "vitest";
import {
	apiKeyKey,
	invoiceKey,
	organizationPrefix,
	paymentRunKey,
	skuNameKey,
} from "../../../../shared/dynamodb/keys.ts";
import type { Item } from "../../../../shared/dynamodb/reads/batch-get.ts";
import type { StoredNumber } from "../../../../shared/dynamodb/stored-values.ts";
import { ulidTime } from "../../../../shared/environment/ids.ts";
import { toInvoiceId } from "../../../../shared/invoices/invoice-id.ts";
import { toInvoiceDetails } from "../../../../shared/invoices/invoices.store.ts";
import { asInvoiceItem } from "../../../../shared/invoices/item/invoice-item.store.ts";
import { pointedSlug } from "../../../../shared/invoices/item/number-pointers.store.ts";
import { toPagePayments } from "../../../../shared/invoices/item/payments-pages.store.ts";
import { toEntriesExpiry } from "../../../../shared/payment-runs/payment-run.ts";
import { toRun } from "../../../../shared/payment-runs/payment-runs.store.ts";
import { toSku } from "../../../../shared/skus/skus.store.ts";
import type { OwnItems } from "./own-items.ts";

/** An item that names another one names one that exists and agrees: no half of two items is left. */
export function expectResolvedPointers(own: OwnItems, items: readonly Item[]) {
	expectNumberPointers(own);
	expectSkuNames(own);
	expectApiKeys(own, items);
	expectPartsOfRecords(own);
}

/** A number has a pointer where its invoice's slug does not follow from it, and only there (R5). */
function expectNumberPointers(own: OwnItems) {
	const { organizationId } = own;
	const pointers = new Map<string, string>();
	const wanted = new Map<string, string>();
	for (const item of own.of("INVOICE", "INVOICE")) {
		const slug = pointedSlug(item);
		if (slug !== undefined) {
			pointers.set(`${item.pk}`, slug);
			continue;
		}
		const { slug: ownSlug, vendorId, facts } = toInvoiceDetails(item);
		if (!vendorId || facts.invoiceNumber === null) continue;
		const id = toInvoiceId(vendorId, facts.invoiceNumber);
		if (id !== ownSlug) wanted.set(invoiceKey(organizationId, id).pk, ownSlug);
	}
	expect(pointers).toEqual(wanted);
}

/** A name leads to a SKU that has it. */
function expectSkuNames(own: OwnItems) {
	for (const { pk, skuPk } of own.of("SKUNAME", "SKU")) {
		const sku = own.find({ pk: `${skuPk}`, sk: "SKU" });
		const name = sku && skuNameKey(own.organizationId, toSku(sku).name).pk;
		expect({ skuPk, pk: name }).toEqual({ skuPk, pk });
	}
}

/** An API key is listed, and what is listed is there. A rotated one names its successor, which has its permissions. */
function expectApiKeys(own: OwnItems, items: readonly Item[]) {
	const keys = items.filter(
		(item) => item.sk === "KEY" && item.organizationId === own.organizationId,
	);
	const listed = own
		.entries("APIKEY")
		.map(({ id, secretHash }) => [id, apiKeyKey(`${secretHash}`).pk]);
	expect(listed.toSorted()).toEqual(
		keys.map(({ id, pk }) => [id, pk]).toSorted(),
	);
	for (const { rotatedTo, userId, revoked, validUntil } of keys) {
		if (!rotatedTo) continue;
		expect(keys.find(({ id }) => id === rotatedTo)).toMatchObject({ userId });
		expect(revoked === true || typeof validUntil === "string").toBe(true);
	}
}

/** An invoice counts the reversals of each payments page, and each is of a payment that is not marked in the page itself. */
function expectReversalsOfPages(own: OwnItems) {
	const byInvoice = Map.groupBy(own.of("INVOICE", "REVERSAL"), ({ pk }) => pk);
	for (const invoice of own.of("INVOICE", "INVOICE")) {
		const { pk, pageReversals = {} } = asInvoiceItem(invoice);
		const counts = Object.entries(pageReversals);
		const counted = counts.map(([page, count]) => [page, Number(count.value)]);
		const found = Map.groupBy(
			byInvoice.get(pk) ?? [],
			({ sk }) => `${sk}`.split("#")[1] ?? "",
		);
		const sizes = [...found].map(([page, { length }]) => [page, length]);
		expect({ pk, counted: counted.toSorted() }).toEqual({
			pk,
			counted: sizes.toSorted(),
		});
		for (const [page, reversals] of found) {
			const item = own.find({ pk, sk: `PAYMENTS#${page}` });
			const payments = item ? toPagePayments(item) : [];
			for (const { paymentId } of reversals)
				expect(payments.find(({ id }) => id === paymentId)).toEqual(
					expect.not.objectContaining({ reversal: expect.anything() }),
				);
		}
		byInvoice.delete(pk);
	}
	expect([...byInvoice.keys()]).toEqual([]);
}

/** Approvals, payments pages and parts of batches belong to a record, and it knows of them. */
function expectPartsOfRecords(own: OwnItems) {
	for (const { pk } of own.of("PR", "APPROVAL"))
		expect(own.find({ pk: `${pk}`, sk: "PR" })).toMatchObject({
			type: "VENDOR_ADVANCE",
		});
	const pages = Map.groupBy(own.of("INVOICE", "PAYMENTS"), ({ pk }) => pk);
	for (const invoice of own.of("INVOICE", "INVOICE")) {
		if (pointedSlug(invoice) !== undefined) continue;
		const { slug, paymentPages } = toInvoiceDetails(invoice);
		const count = pages.get(invoice.pk)?.length ?? 0;
		expect({ slug, count }).toEqual({ slug, count: paymentPages });
		pages.delete(invoice.pk);
	}
	expect([...pages.keys()]).toEqual([]);
	expectReversalsOfPages(own);
	for (const { bulkActionSlug } of own.entries("BATCH")) {
		const pk = `${organizationPrefix(own.organizationId)}BATCH#${bulkActionSlug}`;
		expect(own.find({ pk, sk: "BATCH" })).toBeDefined();
	}
	const parts = ["LAYOUT", "CHUNK", "RESULT"].flatMap((kind) =>
		own.of("BATCH", kind),
	);
	for (const part of parts) {
		const { pk } = part;
		const [batch = ""] = `${pk}`.match(/^ORG#[^#]+#BATCH#[^#]+/) ?? [];
		if (isOfRun(own, part)) continue;
		expect(own.find({ pk: batch, sk: "BATCH" }), `${pk}`).toBeDefined();
	}
}

/**
 * The parts of a payment run are stored before it, and those of one that was not created stay until the store deletes
 * them. They are kept for 121 days, so that they outlive the batch of a release of the last day.
 */
function isOfRun(own: OwnItems, { pk, sk, expiresAt }: Item): boolean {
	const [, runId = ""] = `${pk}`.match(/#BATCH#([^#]+)/) ?? [];
	const run = own.find(paymentRunKey(own.organizationId, runId));
	if (sk === "RESULT") return false;
	const createdAt = run ? toRun(run).createdAt : ulidTime(runId).toISOString();
	return (
		Number(`${(expiresAt as StoredNumber).value}`) ===
		Math.floor(Date.parse(toEntriesExpiry(createdAt)) / 1_000)
	);
}
