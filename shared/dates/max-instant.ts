/**
 * The later of two instants in ISO 8601, UTC. Keeps `updatedAt` monotonic (R1): of two concurrent patches, the
 * later write may be of the earlier request.
 */
export const maxInstant = (one: string, other: string): string =>
	one > other ? one : other;
