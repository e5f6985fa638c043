import type { DetailType, ServiceEvent } from "../events/service-event.ts";

/** An event as the feed shows it (R11). */
export interface FeedEvent {
	id: string;
	type: DetailType;
	/** RFC 3339 */
	time: string;
	detail: ServiceEvent["detail"];
}

export const toFeedEvent = ({
	detailType,
	time,
	detail,
}: ServiceEvent): FeedEvent => ({
	id: detail.metadata.id,
	type: detailType,
	time,
	detail,
});

/**
 * What is known of the feed of an organization as a whole. Its events are numbered from 0 without a gap, in the order in
 * which they were appended.
 */
export interface FeedHead {
	/** The number of the next event. */
	next: number;
	/** The first event of each day on which some were appended, in order; of the days that are kept. */
	days: FeedDay[];
}

export interface FeedDay {
	/** Days since 1970-01-01, UTC. */
	day: number;
	/** Number of the first event that was appended on this day. */
	first: number;
}

/** R11: events can be read for at least this many days. */
export const keptDays = 30;
const secondsPerDay = 86_400;

export const toDay = (time: Date): number =>
	Math.floor(time.getTime() / 1_000 / secondsPerDay);

/** When the store may delete what was appended on this day: when it is no longer read, whichever clock decides. */
export const deletableAt = (day: number): number =>
	(day + keptDays + 2) * secondsPerDay;

/** The number of the oldest event that is kept; `next` if there is none. Whole days are kept, and the store is not asked. */
export const oldestKept = ({ next, days }: FeedHead, now: Date): number =>
	days.find(({ day }) => day >= toDay(now) - keptDays)?.first ?? next;

/** The head after `count` events were appended. Days stay in order, even if this clock is behind. */
export function withAppended(
	{ next, days }: FeedHead,
	count: number,
	now: Date,
): FeedHead {
	const last = days.at(-1);
	const day = Math.max(toDay(now), last?.day ?? 0);
	const kept = days.filter((one) => one.day >= day - keptDays - 1);
	return {
		next: next + count,
		days: last?.day === day ? kept : [...kept, { day, first: next }],
	};
}

/** A place in the feed: `read` events of the page that begins with the number `page` were read. */
export interface FeedPosition {
	page: number;
	read: number;
}
