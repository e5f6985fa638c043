/**
 * AWS's prices in us-east-1 for what is counted of a payment, in dollars, as published in November 2026. Storage, backups,
 * logs and transfer are left out: they do not depend on how a payment is made.
 */
const prices = {
	writeUnits: 0.625e-6,
	readUnits: 0.125e-6,
	queueRequests: 0.4e-6,
	httpRequests: 1e-6,
	invocations: 0.2e-6,
	/** On arm64. */
	gigabyteSeconds: 0.0000133334,
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
