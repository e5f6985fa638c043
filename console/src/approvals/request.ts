import type {
	PaymentRequest,
	PurchaseOrder,
} from "../../../client/src/generated/openapi.ts";
import type { Item } from "../../../client/src/operations/operation-types.ts";
import { type Amount, formatAmount } from "../parts/money.tsx";

export type Approval = NonNullable<PaymentRequest["approvals"]>[number];
export type HistoryEntry = Omit<Item<"listPaymentRequestHistory">, "by"> & {
	by: { userId: string; channel: string } | null;
};
export type Decision = "APPROVE" | "RETURN" | "REJECT";

/** A payment request with what approvers want to know about it. */
export interface ShownRequest {
	request: Omit<PaymentRequest, "approvals"> & { vendorName?: string | null };
	approvals: readonly Approval[];
	/** The latest entries, newest first. */
	history: readonly HistoryEntry[];
	/** Where the history goes on; null at its end. */
	historyCursor?: string | null;
	/** The order of which the advance is a part, as far as the reader may see it. */
	order?:
		| Pick<PurchaseOrder, "poNumber" | "amount" | "description">
		| null
		| undefined;
	/** Tags as people read them. */
	tags?: readonly { name: string; value: string }[] | undefined;
	/** The names of taxes, such as `GST 18%`. */
	gstName?: string | null | undefined;
	tdsName?: string | null | undefined;
}

/** The amount that will be paid; null when an organization file does not say it. */
export const netPayable = ({ request }: ShownRequest): Amount | null =>
	request.tax?.netPayable ?? null;

/** The title of a request, such as `₹ 1,61,999.50 to Steel Traders`. */
export function titleOf(shown: ShownRequest): string {
	const amount = netPayable(shown);
	return amount === null
		? `Advance to ${payeeOf(shown)}`
		: `${formatAmount(shown.request.currency, amount)} to ${payeeOf(shown)}`;
}

export const payeeOf = ({ request }: ShownRequest): string =>
	request.vendorName || request.vendorId;

/** A stage without approvers has no approval, but is counted, since an approver may be named later. */
export const countStages = (approvals: readonly Approval[]): number =>
	1 + Math.max(0, ...approvals.map(({ stage }) => stage));

/** The approval that this person can decide now. */
export const openApprovalOf = (
	approvals: readonly Approval[],
	userId: string,
): Approval | undefined =>
	approvals.find((one) => one.userId === userId && one.state === "OPEN");
