import { ApiError } from "../../shared/errors/api-error.ts";

// The errors of R4.

export const vendorExists = () =>
	new ApiError(
		409,
		"VENDOR_EXISTS",
		"Another vendor of the organization has this vendorId: choose another one, or leave it out",
	);
