import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { currentActivity, elapsedMilliseconds } from "../logging/activity.ts";
import type { Logger } from "../logging/logger.ts";
import type { EmitMetrics } from "../logging/metrics.ts";
import { emitRefusals, recordedValues } from "../logging/payment-metrics.ts";
import type { Reply } from "./response.ts";

export interface LoggedRequest {
	requestId: string;
	/** The caller's own `x-request-id`. */
	callerRequestId?: string | undefined;
	operation: string;
	/** Any JSON in a test of the Lambda console. */
	event: LoggedEvent | null;
}

/** The middleware adds the last two. */
type LoggedEvent = APIGatewayProxyEventV2 & {
	caller?: LoggedCaller;
	request?: { attemptId: string };
};

/** With neither key nor session: an approver with a link. Without a user: a person who signs in or out. */
export interface LoggedCaller {
	organization?: { id: string };
	user?: { id: string };
	keyId?: string | null;
	session?: { id: string } | null;
}

/** Writes the one log line of a request, and emits its metrics. */
export function logRequest(
	{ logger, emitMetrics }: { logger: Logger; emitMetrics: EmitMetrics },
	{ requestId, callerRequestId, operation, event }: LoggedRequest,
	{ status, outcome = {} }: Reply,
) {
	const { code, created, payments, batch, chunks, unknownProperties } = outcome;
	const activity = currentActivity();
	const caller = event?.caller;
	const level = status >= 500 ? "error" : "info";
	logger[level]("Request", {
		requestId,
		callerRequestId,
		operation,
		status,
		code,
		ms: activity && elapsedMilliseconds(activity),
		organization: caller?.organization?.id,
		apiKey: caller?.keyId ?? undefined,
		session: caller?.session?.id,
		user: caller?.user?.id,
		sourceIp: event?.requestContext?.http?.sourceIp,
		attempt: outcome.attempt ?? attemptOf(event),
		awsCalls: activity?.awsCalls,
		results: outcome.results ?? payments?.counts,
		created,
		unknownProperties: unknownProperties || undefined,
		batch,
		chunks,
	});

	const isRepeat = outcome.isRepeat === true;
	const isConflict = (status === 409 || status === 412) && !isRepeat;
	emitMetrics(
		{
			...(payments && recordedValues(payments)),
			RecordsCreated: created ?? 0,
			IdempotentRepeats: Number(isRepeat),
			Conflicts: Number(isConflict),
			OutcomesSettled: activity?.outcomesSettled ?? 0,
		},
		{ operation },
	);
	if (payments) emitRefusals(emitMetrics, payments);
}

/** A GET creates nothing that one could find by its attempt id. */
const attemptOf = (event: LoggedEvent | null) =>
	event?.requestContext?.http?.method === "GET"
		? undefined
		: event?.request?.attemptId;
