import { ApiError } from "../../shared/errors/api-error.ts";

// The errors of C1.

export const lockHeld = () =>
	notReversible("LOCK_HELD: the invoice is locked; wait until it is released");

export const platformPaymentInFlight = () =>
	notReversible(
		"PLATFORM_PAYMENT_IN_FLIGHT: a platform payment of the invoice is in flight; wait until it has settled",
	);

const notReversible = (reason: string) =>
	new ApiError(
		409,
		"INVALID_STATE_TRANSITION",
		`The payment cannot be reversed now: ${reason}`,
	);
