import middy, { type MiddlewareObj } from "@middy/core";
import type {
	APIGatewayProxyEventV2,
	APIGatewayProxyStructuredResultV2,
	Context,
} from "aws-lambda";
import type { Clock } from "../environment/clock.ts";
import type { NewId } from "../environment/ids.ts";
import { validationFailed } from "../errors/api-error.ts";
import { withActivity } from "../logging/activity.ts";
import type { Logger } from "../logging/logger.ts";
import type { EmitMetrics } from "../logging/metrics.ts";
import { findLoopbackPort } from "../text/loopback-port.ts";
import { OpenWrites } from "../timing/open-writes.ts";
import { type RetryTime, requestRetryTime } from "../timing/retry-time.ts";
import type { LoggedCaller } from "./log-request.ts";
import { respond } from "./middleware/respond.ts";
import type { Reply } from "./response.ts";

/** A route of a page: it needs no API key, and is no endpoint of the API (A9). */
export interface PageRoute<Input> {
	/** Identifies the route in logs. */
	operation: string;
	/** Parses and validates the request; throws the caller's error. */
	parse: (event: APIGatewayProxyEventV2) => Input;
	run: (input: Input, request: PageRequest) => Promise<Reply>;
}

export interface PageRequest {
	/** A ULID, unique to the request. */
	id: string;
	now: Date;
	/** `RequestContext` describes it. */
	clock: Clock;
	retryTime: RetryTime;
	openWrites: OpenWrites;
	/** For the log line. */
	identify: (caller: LoggedCaller) => void;
}

export interface PageRuntime {
	clock: Clock;
	newId: NewId;
	logger: Logger;
	emitMetrics: EmitMetrics;
}

/**
 * A9: the page takes no script, style or picture of others, is shown in no frame, and is neither cached nor
 * named to others.
 */
const pageHeaders = {
	"content-security-policy":
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"referrer-policy": "no-referrer",
	"cache-control": "no-store",
	"x-content-type-options": "nosniff",
};

/** The browser asks this host over HTTPS from then on, for two years. The local stack has none. */
const httpsOnly = { "strict-transport-security": "max-age=63072000" };

export function pageHandler<Input>(
	{ operation, parse, run }: PageRoute<Input>,
	runtime: PageRuntime,
) {
	const { clock, newId } = runtime;
	// No early timeout response: writes would continue after it.
	const handler = middy<PageEvent>({ timeoutEarlyInMillis: 0 })
		.use(addHeaders)
		.use(respond(runtime, operation))
		.handler((event, context) => {
			const now = clock();
			return run(parse(event), {
				id: newId(now),
				now,
				clock,
				retryTime: requestRetryTime(context),
				openWrites: new OpenWrites(),
				identify(caller) {
					event.caller = caller;
				},
			});
		});
	return (event: PageEvent, context: Context) =>
		withActivity(() => handler(event, context));
}

type PageEvent = APIGatewayProxyEventV2 & { caller?: LoggedCaller };

/** Runs after `respond`, for every answer. */
const addHeaders: MiddlewareObj<PageEvent, APIGatewayProxyStructuredResultV2> =
	{
		after: setHeaders,
		onError: setHeaders,
	};

function setHeaders(request: {
	/** Any JSON in a test of the Lambda console. */
	event: Partial<PageEvent> | null;
	response?: APIGatewayProxyStructuredResultV2 | null | undefined;
}) {
	const { event, response } = request;
	if (!response) return;
	const host = event?.requestContext?.domainName;
	const isLoopback = host !== undefined && findLoopbackPort(host) !== undefined;
	request.response = {
		...response,
		headers: {
			...pageHeaders,
			...(!isLoopback && httpsOnly),
			...response.headers,
		},
	};
}

/** Other content types can be sent from any web page without the browser asking first. */
export function requireJson({
	headers,
}: Pick<APIGatewayProxyEventV2, "headers">) {
	if (/^\s*application\/json\s*(;|$)/i.test(headers["content-type"] ?? ""))
		return;
	throw validationFailed("/content-type", "must be application/json");
}
