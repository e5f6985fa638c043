import { inboxKey, isKeyText, type Key } from "../../dynamodb/keys.ts";
import { type ListKey, toInboxListKey } from "../../lists/list-index.store.ts";
import type { PaymentRequest } from "../payment-request.ts";
import {
	type Approval,
	type ApprovalStage,
	isUndecided,
} from "../stages/approval-stage.ts";
import type { Advance } from "../workflow/transition.ts";

/** The entry of an open approval in its approver's inbox: nothing but its keys, which say which one it is. */
export type InboxItem = Key & ListKey;

/** The inbox entries of the open approvals. Who has an id that no user can have has no inbox. */
export function toInboxItems(
	organizationId: string,
	paymentRequestId: string,
	stages: readonly ApprovalStage[],
): InboxItem[] {
	return stages.flatMap(({ round, stage, approvals }) =>
		approvals.filter(isListed).map(({ userId, openedAt }) => {
			const id = { paymentRequestId, round, stage };
			const key = inboxKey(organizationId, userId, id);
			const listed = { ...key, openedAt: openedAt ?? "" };
			return { ...key, ...toInboxListKey(organizationId, userId, listed) };
		}),
	);
}

const isListed = ({ state, userId }: Approval): boolean =>
	state === "OPEN" && isKeyText(userId);

/**
 * Keys of the entries that transitions may have left: of approvals that are not open any more, in stages with more
 * approvers than a transaction can delete, which an earlier version stored.
 */
export const leftInboxKeys = (
	organizationId: string,
	{
		id: paymentRequestId,
		round: present,
	}: Pick<PaymentRequest, "id" | "round">,
	stages: readonly ApprovalStage[],
): Key[] =>
	stages.flatMap(({ round, stage, approvals }) =>
		approvals.length > deletedMax
			? approvals
					.filter((one) => round < present || !isUndecided(one))
					.filter(({ userId }) => isKeyText(userId))
					.map(({ userId }) =>
						inboxKey(organizationId, userId, {
							paymentRequestId,
							round,
							stage,
						}),
					)
			: [],
	);

/** What a transition does to the inboxes: entries of approvals that are not open any more, and of those that open. */
export function inboxChanges(
	organizationId: string,
	before: Advance,
	after: Advance,
): { closed: InboxItem[]; opened: InboxItem[] } {
	const { id } = after.request;
	const open = toInboxItems(organizationId, id, before.stages);
	const opened = toInboxItems(organizationId, id, after.stages);
	const wasOpen = isIn(open);
	const staysOpen = isIn(opened);
	return {
		// A stage that an earlier version stored may have any number of approvers. Entries of closed stages are not shown,
		// and `reindex` deletes them.
		closed: open.filter((item) => !staysOpen(item)).slice(0, deletedMax),
		opened: opened.filter((item) => !wasOpen(item)),
	};
}

/** A transaction's 100 items, less the request, its history, that one stage and two orders. */
const deletedMax = 95;

function isIn(items: readonly InboxItem[]) {
	const keys = new Set(items.map(({ pk, sk }) => `${pk}\n${sk}`));
	return ({ pk, sk }: InboxItem) => keys.has(`${pk}\n${sk}`);
}
