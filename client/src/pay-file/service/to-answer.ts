import type { ApiAnswer } from "../../http/send-once.ts";
import { toApiError } from "../../http/to-api-error.ts";
import type { Answer, Result } from "./payments-service.ts";

/** What an answer to mark-as-paid proves (docs/errors.md). */
export function toAnswer(answer: ApiAnswer): Answer {
	const { status } = answer;
	const data = toData(answer);
	if (status === 200 && data?.bulkActionSlug)
		return { kind: "batch", bulkActionSlug: data.bulkActionSlug };
	if ((status === 200 || status === 422) && data?.results)
		return { kind: "results", results: data.results };
	const { code, message } = toApiError(answer, false);
	if (code === "MAP_BATCH_IN_PROGRESS") return { kind: "busy", message };
	if (status === 429) return { kind: "later", message };
	if ([401, 403, 404].includes(status)) return { kind: "denied", message };
	// A gateway's 400 says nothing of another copy of the request.
	if ((status === 400 && code !== null) || status === 413)
		return { kind: "refused", message };
	// A 5xx, a key that was used already, and whatever is not known yet.
	return { kind: "unknown", message };
}

interface Data {
	bulkActionSlug?: string;
	results?: Result[];
}

function toData({ body }: ApiAnswer): Data | undefined {
	const { data } = body;
	// Unchecked cast: the OpenAPI document gives the answer this shape.
	return typeof data === "object" && data !== null ? (data as Data) : undefined;
}
