/** An instant (RFC 3339) in UTC. Organization files may use any offset. */
export const toUtc = (instant: string): string =>
	instant.endsWith("Z") ? instant : new Date(instant).toISOString();
