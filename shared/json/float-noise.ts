import Big from "big.js";

const digitsMax = 15;
const noiseMax = "0.000001";
/** `storable.ts` rejects bodies that are nested deeper. */
const depthMax = 8;

/**
 * Removes binary floating-point noise from every number of a JSON value, in place: a caller's 0.1 + 0.2 is sent as
 * 0.30000000000000004 and would leave a due of 0.00000000000000004 (`conventions.md`).
 */
export function removeFloatNoise(value: unknown, depth = 1): void {
	if (typeof value !== "object" || value === null || depth > depthMax) return;
	// `JSON.parse` made these properties, so even `__proto__` is an own property.
	const members = value as Record<string, unknown>;
	for (const key of Object.keys(members)) {
		const member = members[key];
		if (typeof member === "number") {
			if (!isShort(member)) members[key] = withoutFloatNoise(member);
		} else {
			removeFloatNoise(member, depth + 1);
		}
	}
}

/**
 * Rounds a number of 16 or 17 significant digits to 15 when the difference is at most 0.000001; returns any other
 * number unchanged.
 */
export function withoutFloatNoise(figure: number): number {
	const nearest = Number(figure.toPrecision(digitsMax));
	if (nearest === figure || !Number.isFinite(figure)) return figure;
	// Subtracts as decimals, because binary subtraction is inexact.
	const noise = new Big(figure).minus(nearest).abs();
	return noise.lte(noiseMax) ? nearest : figure;
}

/** A fast path: most numbers are integers, and integers below 1e15 have at most 15 digits. */
const isShort = (figure: number) => Number.isInteger(figure);
