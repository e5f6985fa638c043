import { ApiError, validationFailed } from "../../shared/errors/api-error.ts";

// Runs P2 to P5, in the order of the page. The 404 is `paymentRunNotFound`.

export const invoiceNamedTwice = (position: number) =>
	validationFailed(
		`/resources/${position}`,
		"must NOT have both a slug, and a vendorId or invoiceNumber",
	);

export const invoiceNotNamed = (position: number) =>
	validationFailed(
		`/resources/${position}`,
		"must have a slug, or a vendorId and an invoiceNumber",
	);

export const sumTooLong = () =>
	validationFailed(
		"/resources",
		"must NOT have amounts whose sum has more than 38 digits",
	);

export const runExists = (runId: string) =>
	new ApiError(
		409,
		"RUN_EXISTS",
		`The payment run ${runId} has the same content: use it, or discard it; if the same is to be paid again, send this request with repeatOf`,
		{ ids: { runId } },
	);

/** Runs P4, "Second person" */
export const needsSecondPerson = () =>
	new ApiError(
		403,
		"ACCESS_DENIED",
		"The organization requires a second person for a payment run of this amount: another user than the one who created it has to release it",
	);
