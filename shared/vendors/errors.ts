import { ApiError } from "../errors/api-error.ts";

export const vendorNotFound = () =>
	new ApiError(
		404,
		"VENDOR_NOT_FOUND",
		"Vendor not found: GET /v1.0/vendor lists the vendors",
	);
