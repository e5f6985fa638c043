import {
	count,
	instant,
	oneOfValues,
	orNull,
	record,
	text,
} from "./record-schema.ts";

export const batchStatusSchema = oneOfValues(["PENDING", "DONE"]);

/** Of resources with a result, by its status. */
export const resultCountsSchema = record({
	DONE: count,
	ERROR: count,
	SKIPPED: count,
});

/** `toBatchSummary` (records R8) */
export const batchRecordSchema = record({
	bulkActionSlug: text,
	status: batchStatusSchema,
	total: count,
	counts: resultCountsSchema,
	createdAt: instant,
	finishedAt: orNull(instant),
});
