/**
 * AWS's prices in us-east-1, in dollars, as published in November 2026. Storage, backups, logs and
 * transfer are left out: they do not depend on how a payment is made.
 */
const dollarsPerMillion = {
	writeUnits: 0.625,
	readUnits: 0.125,
	queueRequests: 0.4,
	httpRequests: 1,
	invocations: 0.2,
};
/** On arm64. */
const dollarsPerGigabyteSecond = 0.0000133334;

export type Usage = Record<keyof typeof dollarsPerMillion, number> & {
	gigabyteSeconds: number;
};

export function toDollars({ gigabyteSeconds, ...counted }: Usage): number {
	const units = Object.keys(dollarsPerMillion) as (keyof typeof counted)[];
	const perMillion = units.reduce(
		(sum, unit) => sum + counted[unit] * dollarsPerMillion[unit],
		0,
	);
	return perMillion / 1e6 + gigabyteSeconds * dollarsPerGigabyteSecond;
}
