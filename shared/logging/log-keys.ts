/**
 * Keys of the lines that the functions log, by what they are for: saved queries name no other.
 * `docs/logs-and-metrics.md` explains each.
 */
export const functionLogKeys = {
	line: ["level", "message", "timestamp", "error"],
	/** The logger and Lambda add these to every line. */
	environment: [
		"service",
		"version",
		"sampling_rate",
		"function_request_id",
		"function_name",
		"function_arn",
		"function_memory_size",
		"cold_start",
		"xray_trace_id",
	],
	request: [
		"requestId",
		"callerRequestId",
		"operation",
		"status",
		"code",
		"ms",
		"organization",
		"apiKey",
		"session",
		"user",
		"sourceIp",
		"attempt",
		"awsCalls",
		"results",
		"created",
		"unknownProperties",
	],
	batch: [
		"batch",
		"chunk",
		"chunks",
		"outcome",
		"seconds",
		"abandoned",
		"abandonedChunks",
		"batches",
		"secondsWithoutProgress",
		"resent",
		"resources",
		"mayBePaid",
		"messageId",
	],
	notification: ["paymentRequest", "recordId"],
} as const;
