import { inboxKey, isKeyText, type Key } from "../../dynamodb/keys.ts";
import { type ListKey, toInboxListKey } from "../../lists/list-index.store.ts";
import type { Approval, ApprovalStage } from "../stages/approval-stage.ts";
import type { Advance } from "../workflow/transition.ts";

/** The entry of an open approval in its approver's inbox: nothing but its keys, which say which one it is. */
export type InboxItem = Key & ListKey;

/** The inbox entries of the open approvals. An approver whose id no user can have has no inbox. */
export function toInboxItems(
	organizationId: string,
	paymentRequestId: string,
	stages: readonly ApprovalStage[],
): InboxItem[] {
	return stages.flatMap(({ round, stage, approvals }) =>
		approvals.filter(isListed).map(({ userId, openedAt }) => {
			const id = { paymentRequestId, round, stage };
			const key = inboxKey(organizationId, userId, id);
			// An open approval has the instant at which it opened.
			const listed = { ...key, openedAt: openedAt ?? "" };
			return { ...key, ...toInboxListKey(organizationId, userId, listed) };
		}),
	);
}

const isListed = ({ state, userId }: Approval): boolean =>
	state === "OPEN" && isKeyText(userId);

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
		closed: open.filter((item) => !staysOpen(item)),
		opened: opened.filter((item) => !wasOpen(item)),
	};
}

function isIn(items: readonly InboxItem[]) {
	const keys = new Set(items.map(({ pk, sk }) => `${pk}\n${sk}`));
	return ({ pk, sk }: InboxItem) => keys.has(`${pk}\n${sk}`);
}
