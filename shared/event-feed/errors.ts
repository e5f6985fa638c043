import { ApiError } from "../errors/api-error.ts";

// The errors of R11, in the order of the checks.

export const eventFeedOff = () =>
	new ApiError(
		404,
		"EVENT_FEED_OFF",
		"This stage has no event feed: its operator turns it on with the setting eventFeed",
	);

export const cursorExpired = () =>
	new ApiError(
		410,
		"CURSOR_EXPIRED",
		"Events behind the cursor are no longer kept: read the records again, then go on without a cursor",
	);
