import { getMarkAsPaidAttempt as endpoint } from "../../../shared/endpoints/endpoints.ts";
import type { Exhibit } from "../exhibit.ts";
import { attempt } from "./attempt.ts";

export const getMarkAsPaidAttempt: Exhibit = {
	endpoint,
	...attempt,
	summary: "Get the outcome of a mark-as-paid request",
};
