/**
 * Keys of the lines that the functions log, by what they are for: saved queries name no other. `docs/operations.md`,
 * "Logs", explains each.
 */
export const functionLogKeys = {
	/** Of each line, from the logger and Lambda. */
	every: [
		"level",
		"message",
		"timestamp",
		"service",
		"function_request_id",
		"function_name",
		"function_arn",
		"function_memory_size",
		"cold_start",
		"xray_trace_id",
		"error",
	],
	request: [
		"requestId",
		"operation",
		"status",
		"code",
		"ms",
		"organization",
		"apiKey",
		"user",
		"attempt",
		"awsCalls",
		"results",
		"created",
	],
	batch: [
		"batch",
		"chunk",
		"chunks",
		"outcome",
		"seconds",
		"abandoned",
		"batches",
		"secondsWithoutProgress",
		"resent",
		"resources",
		"mayBePaid",
		"messageId",
		"messages",
	],
} as const;
