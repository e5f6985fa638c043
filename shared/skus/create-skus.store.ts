import { skuByCodeKey, skuByIdKey } from "../dynamodb/keys.ts";
import type { WriteOutcome } from "../dynamodb/writes/batch-execute.ts";
import {
	batchInsert,
	findStored,
	insertStatement,
	type LoggedTable,
} from "../dynamodb/writes/batch-insert.ts";
import { nameSkus } from "./name-skus.store.ts";
import type { Sku } from "./sku.ts";
import { asSkuItem, type SkuItem, toSkuItem } from "./skus.store.ts";

/** A SKU to create. Its id is unique, so that a write whose response was lost recognises itself. */
export interface NewSku {
	id: string;
	sku: Sku;
}

/**
 * - `CREATED`: it can be found by its code and by its name.
 * - `TAKEN`: another SKU has its code.
 * - `OVERLOADED`: the store stayed too busy; it was not created.
 * - `UNKNOWN`: it may have been created, or still may be.
 * - `UNNAMED`: it was created, but cannot be found by its name yet.
 */
export type SkuOutcome =
	| "CREATED"
	| "TAKEN"
	| "OVERLOADED"
	| "UNKNOWN"
	| "UNNAMED";

/**
 * Creates each SKU whose code is free, then the pointers from names to SKUs. Codes must be distinct. A repeated request
 * also writes the missing pointers of SKUs that exist already, for example after a crash.
 *
 * @returns One outcome for each SKU, in order.
 */
export async function createSkus(
	store: LoggedTable,
	organizationId: string,
	skus: readonly NewSku[],
): Promise<SkuOutcome[]> {
	const { table } = store;
	const items = skus.map((sku) => toItem(organizationId, sku));
	const written = await batchInsert(
		table,
		items.map((item) => insertStatement(table, item)),
	);
	const { outcomes, taken } = await resolve(store, items, written);
	const created = items.filter((_, index) => outcomes[index] === "CREATED");
	// Existing SKUs keep their name.
	const unnamed = await nameSkus(table, organizationId, [...taken, ...created]);
	return outcomes.map((outcome, index) => {
		const { pk = "" } = items[index] ?? {};
		return outcome === "CREATED" && unnamed.has(pk) ? "UNNAMED" : outcome;
	});
}

function toItem(organizationId: string, { id, sku }: NewSku): SkuItem {
	const key =
		sku.itemCode === null
			? skuByIdKey(organizationId, id)
			: skuByCodeKey(organizationId, sku.itemCode);
	return { ...toSkuItem(organizationId, key, sku), writeId: id };
}

/** Reads the SKUs whose writes have no clear outcome, and finds out which of them this request wrote. */
async function resolve(
	store: LoggedTable,
	items: readonly SkuItem[],
	written: readonly WriteOutcome[],
): Promise<{ outcomes: SkuOutcome[]; taken: SkuItem[] }> {
	const stored = await findStored(store, items, written);
	const taken: SkuItem[] = [];
	const outcomes = items.map((item, index): SkuOutcome => {
		const outcome = written[index] ?? "UNKNOWN";
		if (outcome === "WRITTEN") return "CREATED";
		if (outcome === "OVERLOADED") return "OVERLOADED";
		if (outcome === "TOO_LARGE")
			throw new Error("The SKU is larger than an item can be");
		const existing = stored.get(item.pk);
		if (!existing) return "UNKNOWN";
		const found = asSkuItem(existing);
		if (found.writeId === item.writeId) return "CREATED";
		taken.push(found);
		return "TAKEN";
	});
	return { outcomes, taken };
}
