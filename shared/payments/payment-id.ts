/** The id of a payment: its request's attempt id and its position in the request, from 0. */
export const toPaymentId = (attemptId: string, position: number): string =>
	`${attemptId}-${position}`;

/** The attempt id in a payment's id, a ULID; null for a text of another form. */
export const attemptOfPayment = (paymentId: string): string | null =>
	/^([0-7][0-9A-HJKMNP-TV-Z]{25})-\d{1,6}$/.exec(paymentId)?.[1] ?? null;
