import { exportOrganization } from "../../operator/export/export-organization.ts";
import type { Money } from "../../shared/domain/money.ts";
import type { World } from "../support/world.ts";
import { organizationId } from "./organization.ts";

export interface RecordedPayment {
	id: string;
	amount: Money;
	batch: string | null;
	idempotencyKey: string | null;
}

/** The parts of an export that the invariants are about (contract 4). */
export interface Books {
	invoices: {
		slug: string;
		vendorId?: string;
		invoiceNumber?: string;
		state: string;
		amount: Money;
		due: Money;
		platformPaymentInFlight: boolean;
		lock?: unknown;
		payments: RecordedPayment[];
	}[];
	purchaseOrders: { id: string; poNumber: string; state: string }[];
	advances: Advance[];
	paymentRequests: Advance[];
	vendors: { id: string; name: string }[];
	skus: { name: string; itemCode?: string }[];
	apiKeys: { id: string; name: string; revoked?: boolean }[];
	batches: { bulkActionSlug: string; status: string }[];
}

export interface Advance {
	id: string;
	state: string;
	purchaseOrderLinkId?: string | null;
}

/** Unchecked cast: contract 4 gives the export this shape. */
export const readBooks = async ({ table }: World): Promise<Books> =>
	(await exportOrganization(table, organizationId)) as unknown as Books;
