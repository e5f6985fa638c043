import {
	ApiError,
	AuthenticationError,
	NoAnswerError,
	NotFoundError,
	PermissionError,
	RateLimitError,
	ServerError,
} from "../../../client/src/http/errors.ts";

/** What a person is told about something that failed. */
export interface Failure {
	kind: "OFFLINE" | "BUSY" | "DOWN" | "NOT_ALLOWED" | "NOT_FOUND" | "REFUSED";
	title: string;
	text: string;
	/** Whether the same request may succeed later. */
	mayTryAgain: boolean;
}

/** Whether the same request will succeed as soon as the service can be reached again. */
export const isPassing = ({ kind }: Failure): boolean =>
	kind === "OFFLINE" || kind === "BUSY" || kind === "DOWN";

/** What a person is told when the service takes no request at the moment. */
export const unavailable = {
	BUSY: {
		title: "Too many requests at the moment",
		text: "Wait a few seconds, then try again.",
	},
	DOWN: {
		title: "The service cannot answer at the moment",
		text: "This is not your doing. Try again in a minute.",
	},
} as const;

export function toFailure(error: unknown): Failure {
	if (error instanceof NoAnswerError)
		return {
			kind: "OFFLINE",
			title: navigator.onLine
				? "The service does not answer"
				: "There is no connection",
			text: "Check your connection, then try again.",
			mayTryAgain: true,
		};
	if (error instanceof RateLimitError)
		return { kind: "BUSY", ...unavailable.BUSY, mayTryAgain: true };
	if (error instanceof ServerError)
		return { kind: "DOWN", ...unavailable.DOWN, mayTryAgain: true };
	if (error instanceof AuthenticationError)
		return {
			kind: "NOT_ALLOWED",
			title: "You are signed out",
			text: "Sign in again to go on.",
			mayTryAgain: true,
		};
	if (error instanceof PermissionError)
		return {
			kind: "NOT_ALLOWED",
			title: "You may not do this",
			text: error.message,
			mayTryAgain: false,
		};
	if (error instanceof NotFoundError)
		return {
			kind: "NOT_FOUND",
			title: "There is no such record",
			text: error.message,
			mayTryAgain: false,
		};
	if (error instanceof ApiError)
		return {
			kind: "REFUSED",
			title: "The service refused this",
			text: error.message,
			mayTryAgain: false,
		};
	return {
		kind: "REFUSED",
		title: "Something went wrong",
		text: error instanceof Error ? error.message : String(error),
		mayTryAgain: true,
	};
}
