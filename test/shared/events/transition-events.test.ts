import { expect, it } from "vitest";
import { transitionEvents } from "../../../shared/events/transition-events.ts";
import {
	type HistoryAction,
	toEntry,
} from "../../../shared/payment-requests/workflow/transition.ts";
import { mailedRequest } from "../../support/mailed-request.ts";

const by = { userId: "u-1", keyId: null, channel: "MAIL" } as const;

it.each<[HistoryAction[], string[]]>([
	[["APPROVED", "STAGE_OPENED"], ["Approval Decided"]],
	[
		["APPROVED", "COMPLETED"],
		["Approval Decided", "Payment Request Approved"],
	],
	[["RESUBMITTED", "STAGE_OPENED"], ["Payment Request Resubmitted"]],
	[
		["RESUBMITTED", "COMPLETED"],
		["Payment Request Resubmitted", "Payment Request Approved"],
	],
	[["APPROVER_CHANGED"], []],
])(
	"A8: a transition with the entries %j is announced as %j",
	(actions, types) => {
		const { paymentRequest } = mailedRequest();
		const entries = actions.map((action, index) =>
			toEntry(paymentRequest, { action, ...(index === 0 && { by }) }),
		);
		const { id: paymentRequestId, version, state } = paymentRequest;
		const events = transitionEvents({
			paymentRequestId,
			version,
			state,
			entries,
		});
		expect(events.map(({ detailType }) => detailType)).toEqual(types);
	},
);
