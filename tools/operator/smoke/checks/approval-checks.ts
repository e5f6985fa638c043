import { smokeUserId } from "../smoke-organization.ts";
import {
	type Check,
	created,
	mustBe,
	neverSent,
	type SmokeContext,
	settleWithinMs,
} from "./check.ts";
import { vendorId } from "./record-checks.ts";

const requestPath = "/v1.0/payment/request/{paymentRequestId}";
/** From this amount on, an advance needs an approval (`smoke-organization.ts`). */
const amount = 1_000;

/** An advance that is returned, resubmitted and cancelled. */
export function approvalChecks({
	client,
	signal,
	mustList,
}: SmokeContext): Check[] {
	let advance: string | undefined;
	const id = () => created(advance, "advance");
	const body = { amount, vendorId };
	const first = { stage: 0, round: 1 };
	return [
		{
			name: "GET /v1.0/approval",
			async run() {
				const attempt = neverSent("smoke-approval");
				const options = { attempt, settleWithinMs, signal };
				const answer = await client.createVendorAdvance(body, options);
				advance = answer.paymentRequestId;
				await mustList(1, () => client.listOpenApprovals({}, { signal }));
			},
		},
		{
			name: `POST ${requestPath}/approver`,
			async run() {
				const change = { ...first, from: smokeUserId, to: smokeUserId };
				const { version } = await client.changeApprover(
					id(),
					{ ...change, reason: "Asked again" },
					{ ifVersion: 1, signal },
				);
				mustBe("version", version, 2);
			},
		},
		{
			name: `POST ${requestPath}/decision`,
			async run() {
				const { state } = await client.decideApproval(
					id(),
					{ ...first, decision: "RETURN", note: "Smoke test" },
					{ signal },
				);
				mustBe("state", state, "PENDING_RESUBMISSION");
			},
		},
		{
			name: `POST ${requestPath}/resubmission`,
			async run() {
				const options = { ifVersion: 3, signal };
				const { round } = await client.resubmitPaymentRequest(
					id(),
					body,
					options,
				);
				mustBe("round", round, 2);
			},
		},
		{
			name: `POST ${requestPath}/cancellation`,
			async run() {
				const reason = "Smoke test";
				const { state } = await client.cancelPaymentRequest(
					id(),
					{ reason },
					{ signal },
				);
				mustBe("state", state, "CANCELLED");
			},
		},
		{
			name: `GET ${requestPath}/history`,
			run: () =>
				mustList(7, () =>
					client.listPaymentRequestHistory(id(), {}, { signal }),
				),
		},
	];
}
