import type {
	Approval,
	ApprovalStage,
} from "../../domain/advances/approval-stage.ts";
import { inboxKey, isKeyText, type Key } from "../keys.ts";
import { type ListKey, toInboxListKey } from "../list-index.ts";

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

/** What a transition does to the inboxes: entries of approvals that are not open any more, and of those that open. */
export function inboxChanges(
	before: readonly InboxItem[],
	after: readonly InboxItem[],
): { closed: InboxItem[]; opened: InboxItem[] } {
	const isIn = (items: readonly InboxItem[]) => {
		const keys = new Set(items.map(({ pk, sk }) => `${pk}\n${sk}`));
		return ({ pk, sk }: InboxItem) => keys.has(`${pk}\n${sk}`);
	};
	const wasOpen = isIn(before);
	const staysOpen = isIn(after);
	return {
		closed: before.filter((item) => !staysOpen(item)),
		opened: after.filter((item) => !wasOpen(item)),
	};
}
