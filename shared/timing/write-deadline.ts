/** No write of a request is signed later than this after its claim (`request-table.ts`). */
export const writeSeconds = 25;

/**
 * After this time, every write of the request has taken effect or never will (R9): DynamoDB refuses a request
 * that was signed more than 300 s ago.
 */
export const settledAfterSeconds = 330;

export const secondsBetween = (earlier: Date, later: Date): number =>
	(later.getTime() - earlier.getTime()) / 1_000;
