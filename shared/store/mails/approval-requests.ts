import type { ApprovalRequest } from "../../domain/mails/approval-mail.ts";
import { requesterOf } from "../../domain/mails/request-rows.ts";
import type { PaymentRequest } from "../../domain/payment-request.ts";
import {
	asAdvanceItem,
	toPaymentRequest,
} from "../advances/payment-requests.ts";
import { batchGet, type Item } from "../dynamodb/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import {
	gstTaxKey,
	type Key,
	organizationKey,
	paymentRequestKey,
	purchaseOrderKey,
	tdsTaxKey,
	userKey,
	vendorKey,
} from "../keys.ts";
import { toOrganization, toUser } from "../organizations/organizations.ts";
import { toTax } from "../organizations/taxes.ts";
import { toVendor } from "../organizations/vendors.ts";
import { toPurchaseOrder } from "../purchase-orders/purchase-orders.ts";

/**
 * What the approvers of a payment request's stage are told, as it is now.
 *
 * @returns null when the request no longer waits for approval.
 * @throws When the request could not be read: of the transaction that wrote it and its approvals, a part may not be
 *   visible yet (ADR 20).
 */
export async function findApprovalRequest(
	table: Table,
	organizationId: string,
	{ paymentRequestId, stage }: { paymentRequestId: string; stage: number },
): Promise<ApprovalRequest | null> {
	const key = paymentRequestKey(organizationId, paymentRequestId);
	const [item] = await batchGet(table, [key]);
	if (!item) throw new Error("The payment request could not be read");
	const stored = asAdvanceItem(item);
	if (stored.type !== "VENDOR_ADVANCE" || stored.state !== "PENDING")
		return null;
	const paymentRequest = toPaymentRequest(stored);
	const names = await findNames(table, organizationId, paymentRequest);
	return { paymentRequest, stage, ...names };
}

async function findNames(
	table: Table,
	organizationId: string,
	paymentRequest: PaymentRequest,
): Promise<Omit<ApprovalRequest, "paymentRequest" | "stage">> {
	const { vendorId, purchaseOrderLinkId, tax } = paymentRequest;
	const { gstId, tdsId } = tax;
	const requester = requesterOf(paymentRequest);
	const find = await finder(table, {
		organization: organizationKey(organizationId),
		vendor: vendorKey(organizationId, vendorId),
		requester: requester && userKey(organizationId, requester.userId),
		gst: gstId === null ? null : gstTaxKey(organizationId, gstId),
		tds: tdsId === null ? null : tdsTaxKey(organizationId, tdsId),
		order:
			purchaseOrderLinkId === null
				? null
				: purchaseOrderKey(organizationId, purchaseOrderLinkId),
	});
	return {
		organizationName: find("organization", toOrganization)?.name ?? "",
		requesterName: find("requester", toUser)?.name ?? null,
		vendorName: find("vendor", toVendor)?.name ?? null,
		gstName: find("gst", toTax)?.name ?? null,
		tdsName: find("tds", toTax)?.name ?? null,
		poNumber: find("order", toPurchaseOrder)?.poNumber ?? null,
	};
}

/** Reads records by name; null keys are not read. */
async function finder<Name extends string>(
	table: Table,
	keys: Record<Name, Key | null>,
) {
	const named = Object.entries<Key | null>(keys).flatMap(([name, key]) =>
		key ? [{ name, key }] : [],
	);
	const items = await batchGet(
		table,
		named.map(({ key }) => key),
	);
	return <Record>(name: Name, read: (item: Item) => Record) => {
		const item = items[named.findIndex((one) => one.name === name)];
		return item && read(item);
	};
}
