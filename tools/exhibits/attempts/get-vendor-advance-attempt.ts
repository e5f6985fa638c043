import { getVendorAdvanceAttempt as endpoint } from "../../../shared/endpoints/endpoints.ts";
import type { Exhibit } from "../exhibit.ts";
import { attempt } from "./attempt.ts";

export const getVendorAdvanceAttempt: Exhibit = {
	endpoint,
	...attempt,
	summary: "Get the outcome of a vendor advance request",
};
