import { judgeAnswer } from "../../attempts/judge-answer.ts";
import type { ApiAnswer } from "../../http/send-once.ts";
import { toApiError } from "../../http/to-api-error.ts";
import type { Answer, Result } from "./payments-service.ts";

/** What an answer to mark-as-paid proves. */
export function toAnswer(answer: ApiAnswer): Answer {
	const verdict = judgeAnswer(answer);
	if (verdict.kind === "ANSWERED") return toTaken(answer);
	const { code, message } = toApiError(answer, false);
	switch (verdict.kind) {
		case "REFUSED":
			return code === "MAP_BATCH_IN_PROGRESS"
				? { kind: "busy", message }
				: { kind: "refused", message };
		case "NOT_CLAIMED":
			return { kind: "denied", message };
		case "NOT_PROCESSED":
			return { kind: "later", message };
		case "CLAIMED":
		case "OPEN":
			return { kind: "unknown", message };
	}
}

function toTaken({ body, status }: ApiAnswer): Answer {
	// Unchecked cast: the OpenAPI document gives the `data` of a 200 and a 422 this shape.
	const { bulkActionSlug, results } = (body.data ?? {}) as Data;
	if (bulkActionSlug) return { kind: "batch", bulkActionSlug };
	if (results) return { kind: "results", results };
	return { kind: "unknown", message: `An answer ${status} without results` };
}

interface Data {
	bulkActionSlug?: string;
	results?: Result[];
}
