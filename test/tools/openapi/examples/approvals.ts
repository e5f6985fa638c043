import type { ExampleRequest, RecordExamples, Recording } from "./recording.ts";
import { newVendor } from "./references.ts";

const raised = {
	method: "POST",
	url: "/v1.0/payment/request/vendor-advance",
	minute: 20,
	body: { amount: 6_000, vendorId: "v-steel", narration: "Advance for steel" },
	idempotencyKey: "7b0e92d4-advance",
} as const;

const note = "The quotation is missing";
const approve = { decision: "APPROVE", stage: 0, round: 1 };
const returned = { ...approve, decision: "RETURN", note };

/** An advance of the policy "Large advances", which its requester may decide. */
async function prepareAdvance({ prepare }: Recording) {
	await prepare(newVendor);
	const { paymentRequestId } = await prepare(raised);
	return `/v1.0/payment/request/${paymentRequestId}`;
}

const decision = (url: string, body: object): ExampleRequest => ({
	method: "POST",
	url: `${url}/decision`,
	body,
	minute: 25,
});

export const approvalExamples = {
	async decideApproval(recording) {
		const url = await prepareAdvance(recording);
		const { example } = recording;
		await example(
			"approved",
			"The only stage is complete",
			decision(url, approve),
		);
		await example(
			"otherwise",
			"A decision cannot be changed",
			decision(url, returned),
		);
	},
	async resubmitPaymentRequest(recording) {
		const url = await prepareAdvance(recording);
		await recording.prepare(decision(url, returned));
		const request = {
			method: "POST",
			url: `${url}/resubmission`,
			minute: 30,
			body: {
				...raised.body,
				narration: "Advance for steel, see quotation 12",
			},
			headers: { "if-match": '"2"' },
		} as const;
		const { example } = recording;
		await example("resubmitted", "The second round begins", request);
		await example("repeated", "A repetition", request);
	},
} satisfies { [operationId: string]: RecordExamples };
