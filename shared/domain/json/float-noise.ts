import Big from "big.js";

const digitsMax = 15;
const noiseMax = "0.000001";
/** Deeper than any body that is taken (`storable.ts`). */
const depthMax = 8;

/**
 * Takes the noise of binary floating point out of every figure of a JSON value, in place: 0.1 + 0.2 is sent as
 * 0.30000000000000004, and would leave a debt of 0.00000000000000004 (`decisions.md`, "Money").
 */
export function removeFloatNoise(value: unknown, depth = 1): void {
	if (typeof value !== "object" || value === null || depth > depthMax) return;
	// JSON made these properties: a `__proto__` among them is its object's own.
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
 * A figure of 16 or 17 significant digits that lies within 0.000001 of the nearest one with 15 is that one; any other
 * is what it is.
 */
export function withoutFloatNoise(figure: number): number {
	const nearest = Number(figure.toPrecision(digitsMax));
	if (nearest === figure || !Number.isFinite(figure)) return figure;
	// As decimals: the difference of the binary numbers is not exact in its last digit.
	const noise = new Big(figure).minus(nearest).abs();
	return noise.lte(noiseMax) ? nearest : figure;
}

/** Integers below 1e15 have at most 15 digits; most figures are integers, and this is asked of each. */
const isShort = (figure: number) => Number.isInteger(figure);
