import { expect } from "vitest";
import { toOpenApprovalId } from "../../../../shared/dynamodb/keys.ts";
import type { Records } from "../../records.ts";
import type { OwnItems } from "./own-items.ts";

/** An approver's inbox has the approvals that are open, and no others. */
export function expectInboxes(own: OwnItems, { paymentRequests }: Records) {
	const listed = own.of("INBOX", "OPEN").map(({ pk, sk }) => {
		const key = { pk: `${pk}`, sk: `${sk}` };
		const { paymentRequestId, round, stage } = toOpenApprovalId(key);
		const userId = key.pk.slice(key.pk.indexOf("#INBOX#") + "#INBOX#".length);
		return `${paymentRequestId} ${round} ${stage} ${userId}`;
	});
	const open = paymentRequests.flatMap(({ id, round, approvals }) =>
		approvals
			.filter(({ state }) => state === "OPEN")
			.map(({ stage, userId }) => `${id} ${round} ${stage} ${userId}`),
	);
	expect(listed.toSorted()).toEqual(open.toSorted());
}
