import {
	type BatchGuard,
	toBatchGuard,
} from "../../../../shared/batches/batch-guard.store.ts";
import { batchGuardKey } from "../../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../../shared/dynamodb/reads/batch-get.ts";
import { toExactJson } from "../../../../shared/json/exact-json.ts";
import type { Decimal } from "../../../../shared/money/decimal.ts";
import type { World } from "../../../support/world.ts";
import { organizationId } from "../../organization.ts";
import { type Records, readRecords } from "../../records.ts";

/** What there is when something begins that no one disturbs. */
export interface Before {
	records: ModelRecords;
	/** The same records, with their decimals as numbers, as answers have them. */
	plain: PlainRecords;
	/** A batch runs, or someone else holds the batches. */
	guard: BatchGuard | undefined;
	now: Date;
}

/** The parts of an export that the model is about (contract 4). */
export interface ModelRecords extends Records {
	invoices: Invoice[];
	purchaseOrders: Order[];
	batches: (Records["batches"][number] & { total: number })[];
}

export type Invoice = Records["invoices"][number] & { description?: string };

export interface Order {
	id: string;
	poNumber: string;
	state: string;
	matchingState: string;
	amount: Decimal;
	vendorId?: string;
	description?: string;
	paymentTerms?: string;
	lineItems?: object[];
	poType?: string;
}

export type PlainRecord = Record<string, unknown>;

export type PlainRecords = Record<string, PlainRecord[]> & { org: PlainRecord };

/** @param last What the last step has left, when nothing has happened since. */
export async function readBefore(world: World, last?: Before): Promise<Before> {
	if (last) return { ...last, now: world.time.now };
	const [guard] = await batchGet(world.table, [batchGuardKey(organizationId)]);
	// Unchecked cast: contract 4 gives the export this shape.
	const records = (await readRecords(world)) as ModelRecords;
	return {
		records,
		plain: JSON.parse(toExactJson(records)),
		guard: guard && toBatchGuard(guard),
		now: world.time.now,
	};
}

export const findInvoice = ({ invoices }: ModelRecords, slug: string) =>
	invoices.find((invoice) => invoice.slug === slug);

export const isLocked = ({ lock }: Invoice, now: Date) =>
	lock !== undefined && Date.parse(lock.expiresAt) > now.getTime();

/** What was paid here. */
export const paidFor = ({ amount, due }: Invoice) => amount.minus(due);
