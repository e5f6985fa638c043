import { dollars } from "../lib/monitoring/prices.ts";

/**
 * Prices of what is counted of a payment. Storage, backups, logs and transfer are left out: they do not depend on how a payment is
 * made.
 */
const prices = {
	writeUnits: dollars.writeUnit,
	readUnits: dollars.readUnit,
	queueRequests: dollars.queueRequest,
	httpRequests: dollars.httpRequest,
	invocations: dollars.invocation,
	gigabyteSeconds: dollars.gigabyteSecond,
};

export type Usage = Record<keyof typeof prices, number>;

const httpRequestBytes = 512 * 1024;

/** HTTP APIs bill one request for each 512 KB. */
export const billedHttpRequests = (body: string): number =>
	Math.ceil(Buffer.byteLength(body) / httpRequestBytes);

export function toDollars(usage: Usage): number {
	const units = Object.keys(prices) as (keyof Usage)[];
	return units.reduce((sum, unit) => sum + usage[unit] * prices[unit], 0);
}
