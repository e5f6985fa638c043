/** Keys of the lines that the functions log, by what they are for. `docs/operations.md`, "Logs", explains each. */
export const functionLogKeys = {
	/** Of each line, from the logger and Lambda. */
	every: [
		"level",
		"message",
		"timestamp",
		"service",
		"function_request_id",
		"function_name",
		"cold_start",
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
		"batches",
		"secondsWithoutProgress",
		"mayBePaid",
	],
} as const;
