import {
	count,
	instant,
	oneOfValues,
	orNull,
	record,
	text,
	who,
} from "../schemas/record-schema.ts";

export const batchStatusSchema = oneOfValues(["PENDING", "DONE"]);

/** Counts the resources that have a result, by its status. */
export const resultCountsSchema = record({
	DONE: count,
	ERROR: count,
	SKIPPED: count,
});

/** C4. All three are null if the batch was not stopped. */
export const stopSchemas = {
	stoppedAt: orNull(instant),
	stoppedBy: {
		...orNull(who),
		description: "Who stopped the batch; null also if the operator did.",
	},
	stopReason: orNull(text),
};

/** `toBatchSummary` (R8) */
export const batchRecordSchema = record({
	bulkActionSlug: text,
	status: batchStatusSchema,
	total: count,
	counts: resultCountsSchema,
	createdAt: instant,
	finishedAt: orNull(instant),
	...stopSchemas,
});
