import { expect, it } from "vitest";
import type { Invoice } from "../../../../client/src/generated/openapi.ts";
import { refusePayments } from "../../../../client/src/pay-file/check/refuse-payments.ts";
import { readPayments } from "../../../../client/src/pay-file/input/read-payments.ts";

it("11.4: rupees are refused for an invoice in dollars, though only one of its rows has the sign", async () => {
	const csv = "slug,amount,utr\nd,10,U0\nd,₹ 10,U1\n";
	const { rows } = await readPayments(Buffer.from(csv));
	const invoice = {
		state: "APPROVED",
		due: 100,
		currency: "USD",
		platformPaymentInFlight: false,
		// Unchecked cast: nothing else is read.
	} as Invoice;
	expect(refusePayments(rows, invoice)).toMatchObject({ reason: "CURRENCY" });
	expect(refusePayments(rows, { ...invoice, currency: "INR" })).toBeUndefined();
});
