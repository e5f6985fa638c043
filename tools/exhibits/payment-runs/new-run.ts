import { createPaymentRun } from "../../../shared/endpoints/endpoints.ts";
import type { DemoService } from "../demo.ts";

/** A list of two payments, one of which names its invoice by vendor and number. */
export const list = {
	name: "Vendors, last week of November",
	resourceType: "INVOICE",
	resources: [
		{ slug: "inv-1001", amount: 0.01, utr: "HDFC0001", ref: "row 2" },
		{
			vendorId: "v-steel",
			invoiceNumber: "ST/2026/117",
			amount: 0.01,
			ref: "row 3",
		},
	],
	leaveOut: ["ALREADY_RECORDED"],
};

/** Creates a run, and returns what a request to it has in its path. */
export async function createRun({ send, newText }: DemoService) {
	const body = { ...list, repeatOf: newText() };
	const { runId } = await send(createPaymentRun, { body });
	return { path: { runId } };
}

/** Tells a reader who tries a request by hand how to create a run. */
export const createFirst =
	"First send `POST /v1.0/payment/run`, and enter the `runId` of its answer.";
