import { type Check, mustBe, type SmokeContext } from "./check.ts";
import { mustBePaid, pay } from "./pay.ts";

/** An invoice of the demo organization that no exhibit pays, and its amount. */
const invoice = "inv-1003";
const amount = 1_000;

/** Checks what is due, to the paisa, after a payment and after its reversal. */
export function paymentChecks(context: SmokeContext): Check[] {
	const { client, signal } = context;
	const dueMustBe = async (expected: number) => {
		const { due } = await client.getInvoice(invoice, { signal });
		mustBe("due", due, expected);
	};
	return [
		{
			name: "a payment of 0.1, and its reversal",
			// If no payment is made, other checks would wait for minutes.
			isVital: true,
			async run() {
				const resource = { slug: invoice, amount: 0.1, utr: "SMOKE" };
				const { results } = await pay(context, [resource]);
				mustBePaid(results);
				await dueMustBe(amount - 0.1);
				let reversed = 0;
				const payments = client.listInvoicePayments(invoice, {}, { signal });
				for await (const { id } of payments) {
					const body = { reason: "Smoke test" };
					await client.reversePayment(invoice, id, body, { signal });
					reversed += 1;
				}
				mustBe("the number of reversed payments", reversed, 1);
				await dueMustBe(amount);
			},
		},
	];
}
