import type { Table } from "../../shared/dynamodb/table.ts";
import type { Decimal } from "../../shared/money/decimal.ts";
import { exportOrganization } from "../support/export-organization.ts";
import { organizationId as defaultId } from "./organization.ts";

export interface RecordedPayment {
	id: string;
	amount: Decimal;
	utr: string | null;
	narration: string | null;
	paymentDate: string;
	batch: string | null;
	idempotencyKey: string | null;
	reversedAt: string | null;
	reversalReason: string | null;
}

/** The parts of an export that the invariants are about (contract 4). */
export interface Records {
	invoices: {
		slug: string;
		vendorId?: string;
		invoiceNumber?: string;
		state: string;
		amount: Decimal;
		due: Decimal;
		platformPaymentInFlight: boolean;
		lock?: { holder: string; expiresAt: string };
		payments: RecordedPayment[];
	}[];
	purchaseOrders: {
		id: string;
		poNumber: string;
		state: string;
		vendorId?: string;
	}[];
	advances: Advance[];
	paymentRequests: PaymentRequest[];
	vendors: { id: string; name: string }[];
	skus: { name: string; itemCode?: string }[];
	apiKeys: {
		id: string;
		name: string;
		userId: string;
		permissions: string[];
		revoked: boolean;
		expiresAt?: string;
	}[];
	paymentRuns: RecordedRun[];
	batches: {
		bulkActionSlug: string;
		status: string;
		stoppedAt: string | null;
		stopReason: string | null;
	}[];
}

/** Runs P1 */
export interface RecordedRun {
	runId: string;
	name: string;
	state: string;
	total: number;
	amount: Decimal;
	leaveOut: string[];
	repeatOf: string | null;
	releasedAt: string | null;
	releasedBy: { userId: string; keyId: string | null } | null;
	discardedAt: string | null;
}

export interface Advance {
	id: string;
	state: string;
	vendorId?: string;
	purchaseOrderLinkId?: string | null;
}

export interface PaymentRequest extends Advance {
	tax: { subTotal: Decimal };
	round: number;
	version: number;
	approvals: RecordedApproval[];
	history: RecordedEntry[];
}

/** A6 */
export interface RecordedApproval {
	stage: number;
	userId: string;
	state: string;
	requires: "ALL" | "ANY";
	decidedBy: { userId: string } | null;
}

/** A6, oldest first. */
export interface RecordedEntry {
	id: string;
	action: string;
	by: { userId: string } | null;
	stage: number | null;
	round: number;
	changes: Record<string, { from: unknown; to: unknown }> | null;
}

/** Unchecked cast: contract 4 gives the export this shape. */
export const readRecords = async ({
	table,
	organizationId = defaultId,
}: {
	table: Table;
	organizationId?: string;
}): Promise<Records> =>
	(await exportOrganization(table, organizationId)) as unknown as Records;
