import type { PaymentResource } from "../../payments/resource.ts";
import type { Payment } from "./file-row.ts";

/** A resource of mark-as-paid. A number of up to 15 digits is sent with exactly these digits. */
export function toResource({
	slug,
	amount,
	utr,
	narration,
	paymentDate,
}: Payment): PaymentResource {
	if (slug === undefined)
		throw new Error("A row whose invoice was not found is never planned");
	return {
		slug,
		amount: Number(amount),
		...(utr !== undefined && { utr }),
		...(narration !== undefined && { narration }),
		...(paymentDate !== undefined && { paymentDate }),
	};
}
