import { approvalKey } from "../../dynamodb/keys.ts";
import { getItem } from "../../dynamodb/reads/get-item.ts";
import type { Table } from "../../dynamodb/table.ts";
import { toApprovalStage } from "./approval-items.store.ts";
import { type ApprovalStage, stagesMax } from "./approval-stage.ts";

/** The approvals of a stage of any round as they are stored; undefined when there is no such stage. */
export async function findStage(
	table: Table,
	organizationId: string,
	paymentRequestId: string,
	at: { round: number; stage: number },
): Promise<ApprovalStage | undefined> {
	if (at.stage < 0 || at.stage >= stagesMax) return undefined;
	const key = approvalKey(organizationId, paymentRequestId, at);
	const item = await getItem(table, key);
	return item && toApprovalStage(item);
}
